package io.twophase.domain.record;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import java.util.Optional;

/**
 * A store tells what it read under an id.
 *
 * @param id as text: of a record, or of a member
 * @param member the document of a member of a record of several, where one lies under the id
 * @param record the record under the id, or the one that the member names, where it is there
 * @param receipt what retention has left under the id
 * @param fault of what cannot be read: the field, and what is wrong with it
 * @param unmodifiedFor how long ago what was found last changed, by the store's clock
 */
public record Lookup(
    String id,
    Optional<MemberDocument> member,
    Optional<TransactionRecord> record,
    Optional<Receipt> receipt,
    Optional<String> fault,
    Duration unmodifiedFor) {

  /** The four answers of a read. */
  public enum Kind {
    /**
     * The store has a record, or a member's document. The record that a member's document names may
     * be absent: then the lookup has none.
     */
    FOUND,
    /** The store has nothing under the id. */
    ABSENT,
    /** The transaction was finished and removed; its receipt answers in its place. */
    REMOVED,
    /**
     * The store has a document that this version cannot read, and leaves alone; or a member's
     * document that names an unreadable record, or that lies where a record is looked for: then the
     * lookup has the member's document.
     */
    UNREADABLE
  }

  /** A record was read. */
  public static Lookup found(TransactionRecord record, Duration unmodifiedFor) {
    return found(record.id().value(), Optional.empty(), Optional.of(record), unmodifiedFor);
  }

  /** A member's document was read, with the record that it names if that is there. */
  public static Lookup found(
      MemberDocument member, Optional<TransactionRecord> record, Duration unmodifiedFor) {
    return found(member.id().value(), Optional.of(member), record, unmodifiedFor);
  }

  private static Lookup found(
      String id,
      Optional<MemberDocument> member,
      Optional<TransactionRecord> record,
      Duration time) {
    return new Lookup(id, member, record, Optional.empty(), Optional.empty(), time);
  }

  /** The store has nothing under the id. */
  public static Lookup absent(String id) {
    return empty(id, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The store has the receipt of a removed transaction. */
  public static Lookup removed(Receipt receipt) {
    return empty(receipt.id().value(), Optional.empty(), Optional.of(receipt), Optional.empty());
  }

  /** The store has a document that cannot be read. */
  public static Lookup unreadable(String id, String fault) {
    return empty(id, Optional.empty(), Optional.empty(), Optional.of(fault));
  }

  /** The store has the document of a member whose record cannot be read. */
  public static Lookup unreadable(MemberDocument member, String faultOfRecord) {
    return empty(
        member.id().value(), Optional.of(member), Optional.empty(), Optional.of(faultOfRecord));
  }

  private static Lookup empty(
      String id,
      Optional<MemberDocument> member,
      Optional<Receipt> receipt,
      Optional<String> fault) {
    return new Lookup(id, member, Optional.empty(), receipt, fault, Duration.ZERO);
  }

  /** Says whether something is there that can be read. */
  public Kind kind() {
    if (fault.isPresent()) {
      return Kind.UNREADABLE;
    }
    if (receipt.isPresent()) {
      return Kind.REMOVED;
    }
    return member.isPresent() || record.isPresent() ? Kind.FOUND : Kind.ABSENT;
  }

  /** The body of the transaction under the id, if there is one that can be read. */
  public Optional<NewTransaction> body() {
    return member.map(MemberDocument::body).or(() -> record.flatMap(TransactionRecord::only));
  }

  /** The attempt of a function that the transaction under the id is or was, if any. */
  public Optional<Attempt> attempt() {
    return body()
        .flatMap(body -> body.labels().attempt())
        .or(() -> receipt.flatMap(Receipt::attempt));
  }

  /** The reason for which the transaction under the id was canceled, if it was. */
  public Optional<CancelReason> reason() {
    return transaction().flatMap(Transaction::reason).or(() -> receipt.flatMap(Receipt::reason));
  }

  /** The id of the record that decides the transaction under the id, if it can be read. */
  public Optional<RecordId> decider() {
    return member.map(MemberDocument::record).or(() -> record.map(TransactionRecord::id));
  }

  /**
   * The transaction under the id, as readers know it; none of a record of several, nor of a member
   * whose record cannot be read. A member whose record is absent is free.
   */
  public Optional<Transaction> transaction() {
    if (kind() != Kind.FOUND) {
      return Optional.empty();
    }
    return member
        .map(
            document ->
                record.map(there -> there.of(document)).orElseGet(() -> MemberView.free(document)))
        .or(() -> record.flatMap(TransactionRecord::alone));
  }

  /**
   * The fate of a transaction that asks for the same as {@code body}, if a record of several has
   * decided it and has ended.
   */
  public Optional<Fate> ended(NewTransaction body) {
    return member
        .filter(there -> body.asksTheSameAs(there.body()))
        .flatMap(
            there ->
                record
                    .filter(decider -> decider.state().isFinal())
                    .flatMap(decider -> decider.fate(there.id())))
        .filter(fate -> !fate.equals(Fate.LEFT));
  }
}
