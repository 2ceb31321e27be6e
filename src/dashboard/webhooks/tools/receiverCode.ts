/** Receivers without packages, which verify the signature first. */
export const receiverCode = {
  node: String.raw`// receiver.mjs · WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
const seen = new Set(); // Use a database to remember ids across restarts.

function isValid(headers, body) {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const signed = Buffer.concat([Buffer.from(id + '.' + timestamp + '.'), body]);
  const expected = createHmac('sha256', key).update(signed).digest();
  // After a rotation, two secrets sign: one valid signature is enough.
  return (headers['webhook-signature'] ?? '').split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks); // The raw bytes: verify before you parse.
  if (!isValid(request.headers, body)) return response.writeHead(401).end();
  const id = request.headers['webhook-id'];
  if (!seen.has(id)) {
    seen.add(id); // A message may arrive again, with the same id.
    const { type, data } = JSON.parse(body);
    console.log(type, data._id ?? data.date);
  }
  response.writeHead(204).end();
});
server.listen(process.env.PORT ?? 8080, () => console.log('listening on', server.address().port));
`,
  python: String.raw`# receiver.py · WEBHOOK_SECRET=whsec_… python3 receiver.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
seen = set()  # Use a database to remember ids across restarts.


def is_valid(headers, body):
    message, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{message}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # After a rotation, two secrets sign: one valid signature is enough.
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The raw bytes: verify before you parse.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_valid(self.headers, body):
            self.send_response(401)
        else:
            message = self.headers["webhook-id"]
            if message not in seen:
                seen.add(message)  # A message may arrive again, with the same id.
                event = json.loads(body)
                print(event["type"], event["data"].get("_id"), flush=True)
            self.send_response(204)
        self.end_headers()


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", 8080))), Receiver)
print("listening on", server.server_port, flush=True)
server.serve_forever()
`,
  go: String.raw`// receiver.go · WEBHOOK_SECRET=whsec_… go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

var seen sync.Map // Use a database to remember ids across restarts.

func isValid(key []byte, header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	at, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(at, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", id, timestamp)
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// After a rotation, two secrets sign: one valid signature is enough.
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), expected) {
			return true
		}
	}
	return false
}

func main() {
	secret := strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_")
	key, err := base64.StdEncoding.DecodeString(secret)
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		// The raw bytes: verify before you parse.
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<10))
		if err != nil || !isValid(key, r.Header, body) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		// A message may arrive again, with the same id.
		if _, isRepeat := seen.LoadOrStore(r.Header.Get("webhook-id"), true); !isRepeat {
			fmt.Println(string(body))
		}
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}
`,
} as const;
export type ReceiverLanguage = keyof typeof receiverCode;
