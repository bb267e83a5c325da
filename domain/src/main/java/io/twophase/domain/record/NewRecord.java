package io.twophase.domain.record;

import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.State.Timeline;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A record to insert.
 *
 * @param first the record as it is first stored, at {@link Instant#EPOCH}: of its first owner, or
 *     of nobody yet; or a tombstone, which ends what was found without a record, and leaves out
 *     whoever names it
 * @param members in the order in which they are run; none of a tombstone of several
 */
public record NewRecord(TransactionRecord first, List<NewTransaction> members) {

  /**
   * The most that a record may weigh once it is decided, in bytes, whatever the decision says of
   * each member: servers take documents of 16 MB.
   */
  public static final int MOST_BYTES = 12_000_000;

  /** More than one member weighs, whatever it asks for and whatever is decided of it. */
  private static final int MOST_OF_ONE = 250_000;

  /** More than a bare transfer weighs, of the longest ids. */
  private static final int MOST_OF_TRANSFER = 5_000;

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
    RecordId id = first.id();
    if (members.size() != (id.isOfMany() ? new HashSet<>(first.members()).size() : 1)) {
      throw new IllegalArgumentException("a transaction is in " + id + " twice");
    }
    if (id.isOfMany()) {
      members.forEach(member -> requireShareable(id, member));
    }
  }

  /**
   * A record of these members.
   *
   * @param id names it: its only member's id, or {@code batch:} and more; never used before
   * @param inOrder whether the outcome must be that of running the members one after the other
   * @param owner of its first epoch; none of a submitted transaction and of a tombstone
   */
  public NewRecord(
      RecordId id, List<NewTransaction> members, boolean inOrder, Optional<Owner> owner) {
    this(first(id, members, inOrder, owner), members);
  }

  private static TransactionRecord first(
      RecordId id, List<NewTransaction> members, boolean inOrder, Optional<Owner> owner) {
    boolean isTombstone = members.isEmpty() || members.get(0).isTombstone();
    State begun = owner.isPresent() ? State.PENDING : State.INITIAL;
    return new TransactionRecord(
        id,
        id.isOfMany()
            ? members.stream().map(NewTransaction::id).toList()
            : List.of(id.transaction()),
        id.isOfMany() || members.isEmpty() ? Optional.empty() : Optional.of(members.get(0)),
        inOrder,
        isTombstone ? State.CANCELED : begun,
        owner.isPresent() ? Epoch.FIRST : Epoch.NONE,
        owner,
        Map.of(),
        Verdict.ALL_APPLIED,
        isTombstone && id.isOfMany(),
        isTombstone ? Optional.of(new CancelReason.NeverBegun()) : Optional.empty(),
        List.of(),
        Instant.EPOCH,
        Instant.EPOCH,
        isTombstone
            ? Timeline.NONE.moved(State.INITIAL, State.CANCELED, Instant.EPOCH)
            : Timeline.NONE);
  }

  private static void requireShareable(RecordId id, NewTransaction member) {
    if (!member.isShareable()) {
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
    if (transactions.size() <= MOST_BYTES / MOST_OF_ONE
        || (transactions.size() <= MOST_BYTES / MOST_OF_TRANSFER
            && transactions.stream().allMatch(NewTransaction::isBareTransfer))) {
      return Math.max(1, transactions.size());
    }
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
          operation instanceof AccountOperation onAccount
              ? bytes(onAccount.account().value())
              : ofRefusal((DocumentOperation) operation);
      ofRefusal = Math.max(ofRefusal, most);
    }
    return FRAME
        + 2 * bytes(transaction.id().value())
        + ofRefusal
        + BYTES_OF_A_CHARACTER * Reason.MOST_TEXT;
  }

  private static long ofRefusal(DocumentOperation operation) {
    return NAMES_IN_A_REFUSAL * operation.largestName()
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

  /** Names the record. */
  public RecordId id() {
    return first.id();
  }

  /** Returns whether the record only keeps its id. */
  public boolean isTombstone() {
    return first.isTombstone();
  }

  /** The ids of the members, in their order. */
  public List<TransactionId> memberIds() {
    return first.members();
  }

  /** The record as it is first stored, at that time. */
  public TransactionRecord stored(Instant at) {
    return first.withTimes(begun -> at);
  }

  /** The members that have documents of their own: none of a record of one, which has its body. */
  public List<NewTransaction> membersApart() {
    return first.only().isPresent() ? List.of() : members;
  }

  /** The members' documents as they are first stored. */
  public List<MemberDocument> documents(Instant at) {
    return first.only().isPresent()
        ? List.of()
        : members.stream().map(body -> new MemberDocument(id(), body, at)).toList();
  }

  /**
   * The document of a member of a record of several. It is written once and has no state: the
   * record that it names has one. Only the name of the record ever changes, by a {@link
   * MemberTake}, or the whole becomes a record of its own.
   *
   * @param record decides the member
   * @param body what was asked for
   * @param createdAt when the document was inserted, by the store's clock
   */
  public record MemberDocument(RecordId record, NewTransaction body, Instant createdAt) {

    /**
     * @throws IllegalArgumentException if the member does nothing
     */
    public MemberDocument {
      if (body.isTombstone()) {
        throw new IllegalArgumentException("member " + body.id() + " does nothing");
      }
    }

    /** Names the member. */
    public TransactionId id() {
      return body.id();
    }

    /** Returns whether {@code other} names the same record and asks for the same. */
    public boolean isSameAs(MemberDocument other) {
      return record.equals(other.record) && body.asksTheSameAs(other.body);
    }
  }

  /**
   * A worker takes a member that its record has left out: a compare-and-set on the member's
   * document, which must name that record and ask for the same. These are the only changes of a
   * member's document that exist.
   *
   * @param kind what becomes of the member
   * @param free the document as it must be found
   * @param into the record that decides the member from then on, of {@link Kind#INTO}
   * @param owner the worker that takes the member to a record of its own
   * @param reason why the member is canceled, of {@link Kind#CANCELED}
   */
  public record MemberTake(
      Kind kind,
      MemberDocument free,
      Optional<RecordId> into,
      Optional<Owner> owner,
      Optional<CancelReason> reason) {

    /** The three ways on. */
    public enum Kind {
      /**
       * Another record decides the member; its document keeps the time at which it was inserted.
       */
      INTO,
      /** The member gets a record of its own, pending at epoch 1. */
      ALONE,
      /** The member never happens: a record of its own, canceled before anybody held for it. */
      CANCELED
    }

    /** The member goes on in another record of several. */
    public static MemberTake into(RecordId record, MemberDocument free) {
      return new MemberTake(
          Kind.INTO, free, Optional.of(record), Optional.empty(), Optional.empty());
    }

    /** The member goes on alone. */
    public static MemberTake alone(MemberDocument free, Owner owner) {
      return new MemberTake(
          Kind.ALONE, free, Optional.empty(), Optional.of(owner), Optional.empty());
    }

    /** The member is canceled. */
    public static MemberTake canceled(MemberDocument free, CancelReason reason, Owner owner) {
      return new MemberTake(
          Kind.CANCELED, free, Optional.empty(), Optional.of(owner), Optional.of(reason));
    }

    /** Names the member. */
    public TransactionId member() {
      return free.id();
    }

    /** Returns whether a document is as this take must find it. */
    public boolean finds(MemberDocument stored) {
      return stored.isSameAs(free);
    }

    /**
     * This take leaves under the member's id: a record of its own, or the member's document, with
     * the labels that are there.
     *
     * @param stored as this take found it
     * @param at by the store's clock
     */
    public Either<TransactionRecord, MemberDocument> taken(MemberDocument stored, Instant at) {
      return switch (kind) {
        case INTO ->
            Either.right(new MemberDocument(into.orElseThrow(), stored.body(), stored.createdAt()));
        case ALONE -> Either.left(NewRecord.alone(stored.body(), owner.orElseThrow()).stored(at));
        case CANCELED -> Either.left(canceled(stored.body(), at));
      };
    }

    private TransactionRecord canceled(NewTransaction body, Instant at) {
      TransactionRecord submitted = NewRecord.submitted(body).stored(at);
      return submitted.after(
          Transition.cancel(submitted, reason.orElseThrow(), owner.orElseThrow(), List.of()), at);
    }
  }
}
