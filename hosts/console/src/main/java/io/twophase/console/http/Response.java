package io.twophase.console.http;

import io.twophase.console.view.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer to a request.
 *
 * @param status of HTTP
 * @param headers by their names
 * @param body writes the bytes
 */
public record Response(int status, Map<String, String> headers, Body body) {

  /** A type of content, and its character set. */
  public static final String HTML = "text/html; charset=utf-8";

  private static final String TYPE = "Content-Type";

  /** Writes the bytes of a response, once. */
  @FunctionalInterface
  public interface Body {

    /** Writes all of them; the caller closes the stream. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Copies the headers. */
  public Response {
    headers = Map.copyOf(headers);
  }

  /** A page. */
  public static Response html(int status, String page) {
    return of(status, HTML, page.getBytes(StandardCharsets.UTF_8));
  }

  /** A JSON value. */
  public static Response json(int status, Object value) {
    return of(status, "application/json", Json.text(value).getBytes(StandardCharsets.UTF_8));
  }

  /** Bytes of a type. */
  public static Response of(int status, String type, byte[] bytes) {
    return of(status, type, out -> out.write(bytes));
  }

  /** A body of a type. */
  public static Response of(int status, String type, Body body) {
    return new Response(status, Map.of(TYPE, type), body);
  }

  /** Asks the browser to get another address of the console. */
  public static Response seeOther(String address) {
    return new Response(303, Map.of("Location", address), out -> {});
  }

  /** This response, as a file to save. */
  public Response asFile(String name) {
    return with(
        "Content-Disposition",
        "attachment; filename=\"" + name.replaceAll("[^A-Za-z0-9._-]", "_") + "\"");
  }

  /** This response with one header more, or another value of it. */
  public Response with(String header, String value) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put(header, value);
    return new Response(status, all, body);
  }
}
