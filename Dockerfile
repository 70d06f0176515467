# A static program on an empty base, run by nobody in /data, where its databases are:
#   docker build --build-arg RELEASED=$(git describe --tags --always) -t arena .
#   docker run --rm -v arena:/data -e OPENAI_API_KEY arena run --model openai:gpt-5-nano --budget-usd 0.50
# A memory that is a program (external) needs what it is written in: copy /arena into an image that has that.
FROM golang:1.26-bookworm AS build
ARG RELEASED
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN make static STATIC=/image/arena RELEASED=$RELEASED
RUN mkdir -p /image/etc/ssl/certs && cp /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/
RUN install -d -o 65532 -g 65532 /image/data && install -d -m 1777 /image/tmp

FROM scratch
COPY --from=build /image /
USER 65532:65532
WORKDIR /data
ENTRYPOINT ["/arena"]
