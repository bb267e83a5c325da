package io.twophase.console.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request of a browser or a script, as whatever serves HTTP has received it.
 *
 * @param method of HTTP, in upper case
 * @param path of the address, decoded: with the place where the console is mounted, until the
 *     console takes that off; below it, the path begins with a slash
 * @param rawQuery of the address, encoded; null if it has none
 * @param headers by their names in lower case; of several values of a name the first
 * @param body a form or JSON; it is not read of a {@code GET}
 * @param parameters of the query and of the body by name, once they are read; of several values of
 *     a name the first
 * @param caller who asks, if that is known
 * @param fields what the host wants in every form, by name, such as its own guard against forged
 *     requests
 */
public record Request(
    String method,
    String path,
    @Nullable String rawQuery,
    Map<String, String> headers,
    InputStream body,
    Map<String, String> parameters,
    Optional<Caller> caller,
    Map<String, String> fields) {

  /** The most bytes that a body may have. */
  public static final int MOST_BYTES = 65_536;

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(
              DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** The maps are those that are given, and are not changed. */
  public Request {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(caller, "caller");
    headers = Collections.unmodifiableMap(headers);
    parameters = Collections.unmodifiableMap(parameters);
    fields = Collections.unmodifiableMap(fields);
  }

  /** A request that no host has authenticated, with headers by names in any case. */
  public static Request of(
      String method,
      String path,
      @Nullable String rawQuery,
      Map<String, String> headers,
      InputStream body) {
    Map<String, String> named = new HashMap<>();
    headers.forEach((name, value) -> named.put(name.toLowerCase(Locale.ROOT), value));
    return new Request(method, path, rawQuery, named, body, Map.of(), Optional.empty(), Map.of());
  }

  private Request with(String at, Map<String, String> read, Optional<Caller> who) {
    return new Request(method, at, rawQuery, headers, body, read, who, fields);
  }

  /** This request, of a caller. */
  public Request by(Caller who) {
    return with(path, parameters, Optional.of(who));
  }

  /** This request, with what the host wants in every form. */
  public Request withFields(Map<String, String> wanted) {
    return new Request(method, path, rawQuery, headers, body, parameters, caller, wanted);
  }

  /** This request, at another path. */
  public Request at(String other) {
    return with(other, parameters, caller);
  }

  /** This request, without a parameter. */
  public Request without(String name) {
    Map<String, String> others = new HashMap<>(parameters);
    others.remove(name);
    return with(path, others, caller);
  }

  /**
   * This request, with the parameters of its query and its body.
   *
   * @throws BadRequestException if the query is none, or the body is neither a form nor a JSON
   *     object of texts, numbers and booleans, or is too long
   */
  public Request read() throws IOException {
    Map<String, String> read = new LinkedHashMap<>();
    if (rawQuery != null) {
      putForm(rawQuery, read);
    }
    if (!isReading()) {
      putBody(header("content-type").orElse(""), text(body), read);
    }
    return with(path, read, caller);
  }

  private static String text(InputStream body) throws IOException {
    byte[] bytes = body.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new BadRequestException("the body has more than " + MOST_BYTES + " bytes");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void putBody(String type, String body, Map<String, String> parameters) {
    if (type.startsWith("application/x-www-form-urlencoded")) {
      putForm(body, parameters);
    } else if (type.startsWith("application/json")) {
      putJson(body, parameters);
    } else if (!body.isEmpty()) {
      throw new BadRequestException("the body is neither a form nor JSON: " + type);
    }
  }

  private static void putForm(String form, Map<String, String> parameters) {
    for (String pair : form.split("&", -1)) {
      String[] parts = pair.split("=", 2);
      if (!pair.isEmpty()) {
        parameters.putIfAbsent(decoded(parts[0]), parts.length < 2 ? "" : decoded(parts[1]));
      }
    }
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException fault) {
      throw new BadRequestException("a parameter is not encoded as a form is: " + text);
    }
  }

  private static void putJson(String json, Map<String, String> parameters) {
    try {
      Optional.ofNullable(
              MAPPER.readValue(json, new TypeReference<Map<String, @Nullable Object>>() {}))
          .orElseThrow(() -> new BadRequestException("the body is no JSON object"))
          .forEach(
              (name, value) -> {
                if (value instanceof Map || value instanceof List) {
                  throw new BadRequestException("the field " + name + " is no text");
                } else if (value != null) {
                  parameters.putIfAbsent(name, value.toString());
                }
              });
    } catch (JsonProcessingException fault) {
      throw new BadRequestException("the body is no JSON object");
    }
  }

  /** Returns whether it only asks, and so has no body that counts. */
  public boolean isReading() {
    return method.equals("GET") || method.equals("HEAD");
  }

  /** The parameter of a name; none if it is missing or blank. Blanks around it are taken away. */
  public Optional<String> parameter(String name) {
    return exact(name).map(String::strip).filter(text -> !text.isEmpty());
  }

  /** The parameter of a name with the blanks around it; none if it is missing or empty. */
  Optional<String> exact(String name) {
    return Optional.ofNullable(parameters.get(name)).filter(text -> !text.isEmpty());
  }

  /**
   * The parameter of a name.
   *
   * @throws BadRequestException if it is missing or blank
   */
  public String required(String name) {
    return parameter(name)
        .orElseThrow(() -> new BadRequestException("the parameter " + name + " is missing"));
  }

  /** The header of a name in lower case. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /** The cookie of a name. */
  public Optional<String> cookie(String name) {
    return Stream.of(header("cookie").orElse("").split(";", -1))
        .map(String::strip)
        .filter(pair -> pair.startsWith(name + "="))
        .map(pair -> pair.substring(name.length() + 1))
        .findFirst();
  }

  /** A request cannot be read; the message is for whoever sent it. */
  public static final class BadRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The request is wrong as the message says. */
    public BadRequestException(String message) {
      super(message);
    }
  }
}
