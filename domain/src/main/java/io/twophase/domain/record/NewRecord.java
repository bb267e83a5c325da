package io.twophase.domain.record;

import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.NameSize;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.value.Value;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A record to insert.
 *
 * @param id names it: its only member's id, or {@code batch:} and more; never used before
 * @param members in the order in which they are run; none of a tombstone of several
 * @param inOrder whether the outcome must be that of running the members one after the other
 * @param owner of its first epoch; none of a submitted transaction and of a tombstone
 */
public record NewRecord(
    RecordId id, List<NewTransaction> members, boolean inOrder, Optional<Owner> owner) {

  /**
   * The most that a record may weigh once it is decided, in bytes, whatever the decision says of
   * each member: servers take documents of 16 MB.
   */
  public static final int MOST_BYTES = 12_000_000;

  /** More than the field names and figures of one member weigh, in the list and in its answer. */
  private static final int FRAME = 300;

  private static final int BYTES_OF_A_CHARACTER = 3;

  /** The number of times that a document's refusal repeats the longest name of an operation. */
  private static final int NAMES_IN_A_REFUSAL = 3;

  /** More values than a document's refusal repeats, each of at most {@link Value#MOST_WORDS}. */
  private static final int VALUES_IN_A_REFUSAL = 12;

  /**
   * @throws IllegalArgumentException if a member is there twice, if a record of several has a
   *     member that is an authorization or only keeps its id, or members and no owner, or if a
   *     record of one has another id than its member
   */
  public NewRecord {
    members = List.copyOf(members);
    boolean isOne = members.size() == 1 && RecordId.of(members.get(0).id()).equals(id);
    if (id.isOfMany() ? !members.isEmpty() && owner.isEmpty() : !isOne) {
      throw new IllegalArgumentException(
          "record " + id + " of " + members.size() + " members, owned by " + owner);
    }
    if (id.isOfMany()) {
      Set<TransactionId> ids = new HashSet<>(2 * members.size());
      for (NewTransaction member : members) {
        requireShareable(id, member);
        if (!ids.add(member.id())) {
          throw new IllegalArgumentException("a transaction is in " + id + " twice");
        }
      }
    }
  }

  private static void requireShareable(RecordId id, NewTransaction member) {
    if (member.isTombstone() || member.authorization().isPresent()) {
      throw new IllegalArgumentException("transaction " + member.id() + " cannot be in " + id);
    }
  }

  /** A transaction with a record of its own, pending at epoch 1. */
  public static NewRecord alone(NewTransaction body, Owner owner) {
    return new NewRecord(RecordId.of(body.id()), List.of(body), false, Optional.of(owner));
  }

  /** A transaction with a record of its own, which waits for somebody to claim it. */
  public static NewRecord submitted(NewTransaction body) {
    return new NewRecord(RecordId.of(body.id()), List.of(body), false, Optional.empty());
  }

  /** Transactions that one record decides, pending at epoch 1. */
  public static NewRecord several(
      RecordId id, List<NewTransaction> members, boolean inOrder, Owner owner) {
    return new NewRecord(id, members, inOrder, Optional.of(owner));
  }

  /** A record that keeps its id for ever, so that the real record can never be inserted. */
  public static NewRecord tombstone(RecordId id) {
    return id.isOfMany()
        ? new NewRecord(id, List.of(), false, Optional.empty())
        : submitted(NewTransaction.tombstone(id.transaction()));
  }

  /**
   * The number of transactions, from the first on, that one record has room for, whatever is
   * decided: a record lists each id, and may repeat it beside a reason. At least one.
   */
  public static int fitting(List<NewTransaction> transactions) {
    int fitting = 0;
    long bytes = 0;
    for (NewTransaction transaction : transactions) {
      bytes += weight(transaction);
      if (bytes > MOST_BYTES) {
        break;
      }
      fitting++;
    }
    return Math.max(1, fitting);
  }

  private static long weight(NewTransaction transaction) {
    long ofRefusal = 0;
    for (Operation operation : transaction.operations()) {
      long most =
          operation.<Long>foldTarget(
              account -> bytes(account.account().value()), NewRecord::ofRefusal);
      ofRefusal = Math.max(ofRefusal, most);
    }
    return FRAME
        + 2 * bytes(transaction.id().value())
        + ofRefusal
        + BYTES_OF_A_CHARACTER * Reason.MOST_TEXT;
  }

  private static long ofRefusal(DocumentOperation operation) {
    return NAMES_IN_A_REFUSAL * NameSize.largest(operation)
        + (long) BYTES_OF_A_CHARACTER * VALUES_IN_A_REFUSAL * Value.MOST_WORDS;
  }

  /** The bytes of a text in UTF-8, of which no copy is made. */
  private static long bytes(String text) {
    long bytes = 0;
    for (int at = 0; at < text.length(); at++) {
      char each = text.charAt(at);
      // of a pair of surrogates, each is half of four bytes
      bytes += each < 0x80 ? 1 : each < 0x800 || Character.isSurrogate(each) ? 2 : 3;
    }
    return bytes;
  }

  /** Returns whether the record only keeps its id. */
  public boolean isTombstone() {
    return members.isEmpty() || members.get(0).isTombstone();
  }

  /** The ids of the members, in their order. */
  public List<TransactionId> memberIds() {
    TransactionId[] ids = new TransactionId[members.size()];
    for (int at = 0; at < ids.length; at++) {
      ids[at] = members.get(at).id();
    }
    return List.of(ids);
  }

  /** The record as it is first stored. */
  public TransactionRecord stored(Instant at) {
    return isTombstone() ? TransactionRecord.tombstone(id, at) : TransactionRecord.begun(this, at);
  }

  /** The members' documents as they are first stored: none of a record of one. */
  public List<MemberDocument> documents(Instant at) {
    return id.isOfMany()
        ? members.stream().map(body -> new MemberDocument(id, body, at)).toList()
        : List.of();
  }
}
