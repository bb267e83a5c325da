package io.twophase.console;

import io.twophase.console.http.Pages;
import io.twophase.console.http.Request;
import io.twophase.console.http.Response;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/** The style, the script and the picture of the pages. Their addresses change with their bytes. */
final class Assets {

  private static final Map<String, String> TYPES =
      Map.of(
          "console.css", "text/css; charset=utf-8",
          "console.js", "text/javascript; charset=utf-8",
          "icon.svg", "image/svg+xml");

  private final String version;

  Assets() {
    CRC32 digest = new CRC32();
    TYPES.keySet().stream().sorted().map(Assets::bytes).forEach(digest::update);
    this.version = Long.toHexString(digest.getValue());
  }

  private static byte[] bytes(String name) {
    return Pages.bytes("assets/" + name);
  }

  /** The part of an address that names these bytes. */
  String version() {
    return version;
  }

  /** The file that a request is for. */
  Optional<Response> find(Request request) {
    String folder = "/assets/" + version + "/";
    if (!request.path().startsWith(folder) || !request.isReading()) {
      return Optional.empty();
    }
    String name = request.path().substring(folder.length());
    return Optional.ofNullable(TYPES.get(name))
        .map(
            type ->
                Response.of(200, type, bytes(name))
                    .with("Cache-Control", "public, max-age=31536000, immutable"));
  }
}
