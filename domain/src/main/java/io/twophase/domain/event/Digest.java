package io.twophase.domain.event;

import io.twophase.domain.operation.DocumentOperation.OperationDigest.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A SHA-256 (FIPS 180-4) of the tree of RFC 9162, section 2.1.1: of a leaf's content behind the
 * byte 0, or of two digests behind the byte 1, so that neither can be taken for the other.
 *
 * @param hex 64 hexadecimal digits in lower case
 */
public record Digest(String hex) {

  /** The number of bytes of a digest. */
  public static final int BYTES = 32;

  /** The digest of a tree without leaves: of no bytes at all. */
  public static final Digest OF_NOTHING = of(Sha256.of());

  private static final byte[] LEAF = {0};
  private static final byte[] NODE = {1};
  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{" + 2 * BYTES + "}");

  /**
   * The digest of these bytes.
   *
   * @throws IllegalArgumentException if they are not {@link #BYTES}
   */
  public static Digest of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a digest of " + bytes.length + " bytes");
    }
    return new Digest(HexFormat.of().formatHex(bytes));
  }

  /**
   * Reads a digest from 64 hexadecimal digits, in lower or upper case; none from any other text.
   */
  public static Optional<Digest> parse(String text) {
    return HEX.matcher(text).matches()
        ? Optional.of(new Digest(text.toLowerCase(Locale.ROOT)))
        : Optional.empty();
  }

  /** Returns the digest of a leaf with this content. */
  public static Digest ofLeaf(byte[] content) {
    return of(Sha256.of(LEAF, content));
  }

  /** Returns the digest of a leaf whose content is this text in UTF-8. */
  public static Digest ofLeaf(String content) {
    return ofLeaf(content.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the digest of a node with these two below it. */
  public static Digest ofNode(Digest left, Digest right) {
    return of(Sha256.of(NODE, left.bytes(), right.bytes()));
  }

  /** Its bytes, {@link #BYTES} of them. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  @Override
  public String toString() {
    return hex;
  }
}
