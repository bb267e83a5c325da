package io.twophase.console;

import io.twophase.console.http.Caller;
import io.twophase.console.http.Request;
import io.twophase.console.http.Response;
import io.twophase.console.http.Role;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Callers who have signed in, each by a signed cookie; and what a form carries so that no page of
 * another site can send it. Nothing is kept: a restart of the console ends all sessions.
 */
final class Sessions {

  /** The field of a form, and of JSON. */
  static final String FORM = "form";

  private static final Duration LENGTH = Duration.ofHours(12);
  private static final String COOKIE = "twophase-console";

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;
  private final String path;

  /** Sessions of a console that is mounted there, by a secret of its own. */
  Sessions(String base) {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    this.key = new SecretKeySpec(secret, ALGORITHM);
    this.path = base.isEmpty() ? "/" : base;
  }

  /** The response, with a session of the caller. */
  Response begin(Response response, Caller caller, Instant now, boolean isSecure) {
    String content =
        encoded(caller.name().getBytes(StandardCharsets.UTF_8))
            + "."
            + caller.role()
            + "."
            + now.plus(LENGTH).getEpochSecond();
    return response.with("Set-Cookie", cookie(content + "." + sign(content), LENGTH, isSecure));
  }

  /** The response, without a session. */
  Response end(Response response) {
    return response.with("Set-Cookie", cookie("", Duration.ZERO, false));
  }

  private String cookie(String value, Duration length, boolean isSecure) {
    return "%s=%s; Path=%s; Max-Age=%s; HttpOnly; SameSite=Lax%s"
        .formatted(COOKIE, value, path, length.toSeconds(), isSecure ? "; Secure" : "");
  }

  /** The caller of a session that has not ended. */
  Optional<Caller> caller(Request request, Instant now) {
    return request.cookie(COOKIE).flatMap(cookie -> read(cookie, now));
  }

  private Optional<Caller> read(String cookie, Instant now) {
    String[] parts = cookie.split("\\.", -1);
    if (parts.length != 4
        || !isSigned(String.join(".", parts[0], parts[1], parts[2]), parts[3])
        || now.getEpochSecond() >= Long.parseLong(parts[2])) {
      return Optional.empty();
    }
    String name = new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.UTF_8);
    return Optional.of(new Caller(name, Role.valueOf(parts[1])));
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Returns what a form of the caller carries. */
  String form(Caller caller) {
    return sign(FORM + "\n" + caller.name());
  }

  /** Returns whether the request carries what a form of the caller does. */
  boolean isForm(Request request, Caller caller) {
    return request
        .parameter(FORM)
        .filter(signed -> isSigned(FORM + "\n" + caller.name(), signed))
        .isPresent();
  }

  /** The signature of a text, in characters of forms and cookies (HMAC-SHA256, RFC 2104). */
  private String sign(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return encoded(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, impossible);
    }
  }

  private boolean isSigned(String text, String signature) {
    return isEqual(sign(text), signature);
  }

  /** Returns whether two texts are equal; the time that it takes depends on their lengths alone. */
  static boolean isEqual(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
