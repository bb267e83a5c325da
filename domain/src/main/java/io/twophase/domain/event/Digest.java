package io.twophase.domain.event;

import io.twophase.domain.operation.DocumentOperation.OperationDigest.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A SHA-256 (FIPS 180-4) of the tree of RFC 9162, section 2.1.1: of a leaf's content behind the
 * byte 0, or of two digests behind the byte 1, so that neither can be taken for the other. An
 * immutable value.
 */
public final class Digest {

  /** The number of bytes of a digest. */
  public static final int BYTES = 32;

  /** The digest of a tree without leaves: of no bytes at all. */
  public static final Digest OF_NOTHING = new Digest(Sha256.of());

  private static final byte[] LEAF = {0};
  private static final byte[] NODE = {1};

  private final byte[] bytes;

  private Digest(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * The digest of these bytes.
   *
   * @throws IllegalArgumentException if they are not {@link #BYTES}
   */
  public static Digest of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a digest of " + bytes.length + " bytes");
    }
    return new Digest(bytes.clone());
  }

  /**
   * Reads a digest from 64 hexadecimal digits, in lower or upper case; none from any other text.
   */
  public static Optional<Digest> parse(String text) {
    try {
      byte[] bytes = HexFormat.of().parseHex(text);
      return bytes.length == BYTES ? Optional.of(new Digest(bytes)) : Optional.empty();
    } catch (IllegalArgumentException notHexadecimal) {
      return Optional.empty();
    }
  }

  /** Returns the digest of a leaf with this content. */
  public static Digest ofLeaf(byte[] content) {
    return new Digest(Sha256.of(LEAF, content));
  }

  /** Returns the digest of a leaf whose content is this text in UTF-8. */
  public static Digest ofLeaf(String content) {
    return ofLeaf(content.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the digest of a node with these two below it. */
  public static Digest ofNode(Digest left, Digest right) {
    return new Digest(Sha256.of(NODE, left.bytes, right.bytes));
  }

  /** Its bytes, {@link #BYTES} of them. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Digest that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** 64 hexadecimal digits in lower case. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
