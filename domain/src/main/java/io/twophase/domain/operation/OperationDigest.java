package io.twophase.domain.operation;

import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import java.util.HexFormat;
import java.util.List;

/**
 * Tells whether a hold is for exactly an operation, without the operation's body in the hold: the
 * first 128 bits of the SHA-256 (FIPS 180-4) of a text that is the same for the same operation, and
 * for no other.
 */
public final class OperationDigest implements DocumentOperation.Cases<String> {

  private static final OperationDigest CASES = new OperationDigest();
  private static final int BYTES = 16;

  private OperationDigest() {}

  /** The digest, in hexadecimal digits. */
  public static String of(DocumentOperation operation) {
    String text = operation.kind() + text(operation);
    return HexFormat.of().formatHex(Sha256.of(text), 0, BYTES);
  }

  /** The text of which the digest is, but for the kind before it: the document is not in it. */
  public static String text(DocumentOperation operation) {
    return operation.fold(CASES);
  }

  @Override
  public String insert(InsertDocument operation) {
    return operation.fields().exactText();
  }

  @Override
  public String change(ChangeDocument operation) {
    StringBuilder text = new StringBuilder(text(operation.guards()));
    for (FieldChange change : operation.changes().all()) {
      text.append(change.kind().word())
          .append(part(change.path().toString()))
          .append(part(change.value().exactText()));
    }
    return text.toString();
  }

  @Override
  public String remove(RemoveDocument operation) {
    return text(operation.guards());
  }

  @Override
  public String check(CheckDocument operation) {
    return text(operation.guards());
  }

  @Override
  public String absent(CheckAbsent operation) {
    return "";
  }

  @Override
  public String add(AddToField operation) {
    return part(operation.field())
        + part(operation.amount() + "," + operation.floor() + "," + operation.ceiling());
  }

  private static String text(List<Guard> guards) {
    StringBuilder text = new StringBuilder();
    guards.forEach(guard -> text.append(guard.fold(GuardText.CASES)));
    return text.toString();
  }

  /** A text with its length before it, so that what follows cannot be taken for a part of it. */
  public static String part(String text) {
    return text.length() + ":" + text;
  }
}
