package io.twophase.console.http;

import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request as whatever serves HTTP has received it, not read yet.
 *
 * @param method of HTTP, in upper case
 * @param path of the address, decoded, with the place where the console is mounted
 * @param rawQuery of the address, encoded; null if it has none
 * @param headers by their names; of several values of a name the first
 * @param body a form or JSON; it is not read of a {@code GET}
 * @param caller who asks, if the host has authenticated the request
 * @param fields what the host wants in every form, by name, such as its own guard against forged
 *     requests
 */
public record Received(
    String method,
    String path,
    @Nullable String rawQuery,
    Map<String, String> headers,
    InputStream body,
    Optional<Caller> caller,
    Map<String, String> fields) {

  /** Copies the maps. */
  public Received {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(caller, "caller");
    headers = Map.copyOf(headers);
    fields = Map.copyOf(fields);
  }

  /** A request that no host has authenticated. */
  public static Received of(
      String method,
      String path,
      @Nullable String rawQuery,
      Map<String, String> headers,
      InputStream body) {
    return new Received(method, path, rawQuery, headers, body, Optional.empty(), Map.of());
  }

  /** This request, of a caller whom the host has authenticated. */
  public Received by(Caller who) {
    return new Received(method, path, rawQuery, headers, body, Optional.of(who), fields);
  }

  /** This request, with what the host wants in every form. */
  public Received withFields(Map<String, String> wanted) {
    return new Received(method, path, rawQuery, headers, body, caller, wanted);
  }
}
