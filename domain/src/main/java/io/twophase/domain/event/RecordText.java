package io.twophase.domain.event;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Transaction;
import java.util.Optional;

/**
 * The text of which a leaf has the digest: all of a decided transaction that never changes any
 * more, as lines that people can read. So it is the same whether the transaction is finished by now
 * or not, and whoever works on it. It must be the same in every release that writes this form.
 *
 * <p>For a refusal it has the kind, and not the figures.
 */
public final class RecordText {

  static final int FORM = 1;

  private RecordText() {}

  /**
   * Returns the text of a lone transaction.
   *
   * @param number of its record
   * @throws IllegalArgumentException if it is not decided
   */
  public static String lone(long number, Transaction record) {
    if (!record.state().isDecided()) {
      throw new IllegalArgumentException(record.id() + " is " + record.state());
    }
    Lines lines =
        new Lines()
            .with("twophase-transaction", FORM)
            .with("number", number)
            .with(record.id())
            .at("begun", Optional.of(record.createdAt()))
            .at("decided", record.timeline().decidedAt().or(() -> record.timeline().finishedAt()));
    answer(lines, record.reason());
    body(lines, record);
    return lines.toString();
  }

  private static void body(Lines lines, Transaction record) {
    BodyLines body = new BodyLines(lines);
    body.add(record.body());
    record.progress().approvals().forEach(by -> lines.with("approved", by.value()));
    boolean isApplied = record.state().isApplied();
    if (isApplied && !record.progress().captured().isInFull()) {
      for (AccountOperation moved : record.capturedOperations()) {
        body.amount("moved", moved);
      }
    }
  }

  /**
   * Returns the text of the member in one place of a batch's list, as the batch's record decides
   * it.
   *
   * @param number of the batch's record
   * @param batch which is decided
   * @param index how many are listed before it
   * @param member as it is read, if its document is there and names the batch
   * @throws IllegalArgumentException if the batch is not decided
   */
  public static String member(
      long number, TransactionRecord batch, int index, Optional<Transaction> member) {
    if (!batch.state().isDecided()) {
      throw new IllegalArgumentException(batch.id() + " is not decided");
    }
    TransactionId id = batch.members().get(index);
    Fate fate = batch.fate(id).orElseThrow();
    Lines lines =
        new Lines()
            .with("twophase-member", FORM)
            .with("number", number)
            .with("batch", batch.id().value())
            .with("place", index + 1L)
            .with(id);
    if (fate.kind() == Fate.Kind.LEFT) {
      return lines.with("answer", "none").toString();
    }
    lines
        .at("begun", member.map(Transaction::createdAt))
        .at("decided", batch.timeline().decidedAt());
    answer(lines, fate.reason());
    member.ifPresent(there -> body(lines, there));
    return lines.toString();
  }

  /**
   * Returns the text of a record that was gone before there was a leaf of it, and perhaps its
   * number too.
   */
  public static String removed(long number, Optional<RecordId> record) {
    Lines lines = new Lines().with("twophase-removed", FORM).with("number", number);
    record.ifPresent(id -> lines.with("record", id.value()));
    return lines.toString();
  }

  /**
   * Returns the text of a record that could not be read when its leaf was made: the records behind
   * it have theirs.
   */
  public static String unreadable(long number, RecordId record) {
    return new Lines()
        .with("twophase-unreadable", FORM)
        .with("number", number)
        .with("record", record.value())
        .toString();
  }

  private static void answer(Lines lines, Optional<CancelReason> reason) {
    lines.with("answer", reason.isEmpty() ? "applied" : "canceled");
    reason.ifPresent(
        why -> {
          lines.with("reason", why.kind());
          if (why instanceof CancelReason.Requested requested) {
            lines.with("words", requested.text());
          } else if (why instanceof CancelReason.Expired expired) {
            lines.at("expired", Optional.of(expired.expiresAt()));
          }
        });
  }
}
