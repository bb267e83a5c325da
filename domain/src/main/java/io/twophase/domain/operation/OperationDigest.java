package io.twophase.domain.operation;

import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Tells whether a hold is for exactly an operation, without the operation's body in the hold: the
 * first 128 bits of the SHA-256 (FIPS 180-4) of a text that is the same for the same operation, and
 * for no other.
 */
public final class OperationDigest {

  private static final int BYTES = 16;

  private OperationDigest() {}

  /** The digest, in hexadecimal digits. */
  public static String of(DocumentOperation operation) {
    String text = operation.kind() + text(operation);
    return HexFormat.of().formatHex(Sha256.of(text), 0, BYTES);
  }

  /** The text of which the digest is, but for the kind before it: the document is not in it. */
  public static String text(DocumentOperation operation) {
    StringBuilder text = new StringBuilder();
    operation.guards().forEach(guard -> text.append(text(guard)));
    if (operation instanceof InsertDocument insert) {
      text.append(insert.fields().exactText());
    } else if (operation instanceof ChangeDocument changed) {
      for (FieldChange change : changed.changes().all()) {
        text.append(change.kind().word())
            .append(part(change.path().toString()))
            .append(part(change.value().exactText()));
      }
    } else if (operation instanceof AddToField added) {
      text.append(part(added.field()))
          .append(part(added.amount() + "," + added.floor() + "," + added.ceiling()));
    } else if (!(operation instanceof RemoveDocument
        || operation instanceof CheckDocument
        || operation instanceof CheckAbsent)) {
      throw new IllegalArgumentException("no digest of " + operation);
    }
    return text.toString();
  }

  private static String text(Guard guard) {
    StringBuilder text = new StringBuilder();
    guard.paths().forEach(path -> text.append(part(path.toString())));
    guard.values().forEach(value -> text.append(value.exactText()));
    return guard.kind() + part(text.toString());
  }

  /** A text with its length before it, so that what follows cannot be taken for a part of it. */
  public static String part(String text) {
    return text.length() + ":" + text;
  }

  /** SHA-256 (FIPS 180-4). */
  public static final class Sha256 {

    private Sha256() {}

    /** Returns the digest of the text in UTF-8. */
    public static byte[] of(String text) {
      return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the digest of these bytes, one part behind the other. */
    public static byte[] of(byte[]... parts) {
      MessageDigest digest = digest();
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    }

    private static MessageDigest digest() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException never) {
        throw new IllegalStateException("every Java platform has SHA-256", never);
      }
    }
  }
}
