package io.twophase.console.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twophase.console.Console;
import io.twophase.console.http.Caller;
import io.twophase.console.http.Request;
import io.twophase.console.http.Response;
import io.twophase.console.view.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Asks a console without a network, as a browser on its machine would. */
public final class Asked {

  private static final Pattern FORM = Pattern.compile("name=\"form\" value=\"([^\"]+)\"");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Console console;
  private final Map<String, String> headers = new HashMap<>(Map.of("Host", "localhost:8099"));
  private Optional<Caller> caller = Optional.empty();

  /** Asks this console. */
  public Asked(Console console) {
    this.console = console;
  }

  /** The answer, and its body. */
  public record Reply(Response response, String text) {

    /** Its status. */
    public int status() {
      return response.status();
    }

    /** Its body as JSON. */
    public JsonNode json() {
      try {
        return MAPPER.readTree(text);
      } catch (JsonProcessingException noJson) {
        throw new AssertionError(text, noJson);
      }
    }
  }

  /** The texts at places of a JSON value. */
  public static List<String> texts(JsonNode json, String... places) {
    return Stream.of(places).map(place -> json.at(place).asText()).toList();
  }

  /** The texts at a place within each element of an array. */
  public static List<String> each(JsonNode json, String array, String place) {
    List<String> texts = new ArrayList<>();
    json.at(array).forEach(one -> texts.add(one.at(place).asText()));
    return texts;
  }

  /** Sends a header with each request from now on. */
  public Asked with(String header, String value) {
    headers.put(header, value);
    return this;
  }

  /** Is this caller, as a host says. */
  public Asked as(Caller who) {
    caller = Optional.of(who);
    return this;
  }

  /** Gets an address, with its query. */
  public Reply get(String address) {
    return send("GET", address, "");
  }

  /** Sends a form of this console, filled in. */
  public Reply post(String address, Map<String, String> fields) {
    Map<String, String> all = new HashMap<>(fields);
    Matcher signed =
        FORM.matcher(get(address + "?id=" + encoded(fields.getOrDefault("id", ""))).text());
    if (signed.find()) {
      all.put("form", signed.group(1));
    }
    return postBare(address, all);
  }

  /** Sends JSON, as a script does. */
  public Reply postJson(String address, Map<String, String> fields) {
    with("Content-Type", "application/json");
    try {
      return send("POST", address, Json.text(fields));
    } finally {
      headers.remove("Content-Type");
    }
  }

  /** Sends these fields and no others. */
  public Reply postBare(String address, Map<String, String> fields) {
    return send(
        "POST",
        address,
        fields.entrySet().stream()
            .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
            .collect(Collectors.joining("&")));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Sends any method, with a form in its body. */
  public Reply send(String method, String address, String body) {
    int query = address.indexOf('?');
    String path = query < 0 ? address : address.substring(0, query);
    @Nullable String rawQuery = query < 0 ? null : address.substring(query + 1);
    Map<String, String> sent = new HashMap<>(headers);
    sent.putIfAbsent("Content-Type", "application/x-www-form-urlencoded");
    try {
      Request received =
          Request.of(
              method,
              path,
              rawQuery,
              sent,
              new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
      Response response = console.handle(caller.map(received::by).orElse(received));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      if (!"text/event-stream".equals(response.headers().get("Content-Type"))) {
        response.body().writeTo(out);
      }
      return new Reply(response, out.toString(StandardCharsets.UTF_8));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
