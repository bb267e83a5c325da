package io.twophase.console.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs texts with a secret of this console (HMAC-SHA256, RFC 2104). Thread-safe. */
public final class Signatures {

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  /** Signatures of a secret, which has 32 bytes or more. */
  public Signatures(byte[] secret) {
    if (secret.length < 32) {
      throw new IllegalArgumentException("a secret of " + secret.length + " bytes is too short");
    }
    this.key = new SecretKeySpec(secret, ALGORITHM);
  }

  /** The signature of a text, in characters that a form, a cookie and an address can have. */
  public String sign(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, impossible);
    }
  }

  /**
   * Returns whether a signature is that of the text; the time that it takes does not depend on it.
   */
  public boolean isSigned(String text, String signature) {
    return isEqual(sign(text), signature);
  }

  /** Returns whether two texts are equal; the time that it takes depends on their lengths alone. */
  public static boolean isEqual(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
