package io.twophase.domain.machine;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Transition;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A worker is to do this next. Each is one kind of write or one read, or the end. */
public sealed interface Step {

  /** The event in which nothing that the step writes is answered; none if it writes nothing. */
  default Optional<Event> inDoubt() {
    return writes() == 0
        ? Optional.empty()
        : Optional.of(new Event.Matched(Collections.nCopies(writes(), MatchOutcome.IN_DOUBT)));
  }

  /** The number of answers to what it writes. */
  default int writes() {
    return 0;
  }

  /** Insert the record, and its members' documents, each where its id is free. */
  record Insert(NewRecord record) implements Step {

    /** Returns how many documents the store is asked to insert. */
    public int documents() {
      return record.id().isOfMany() ? 1 + record.members().size() : 1;
    }

    @Override
    public Optional<Event> inDoubt() {
      return Optional.of(
          new Event.Inserted(Collections.nCopies(documents(), BeginOutcome.IN_DOUBT)));
    }
  }

  /** Change the record by a compare-and-set. */
  record Move(Transition transition) implements Step {
    @Override
    public int writes() {
      return 1;
    }
  }

  /** Take members that were left out, into this record, or as records of their own. */
  record Take(List<MemberTake> takes) implements Step {
    @Override
    public int writes() {
      return takes.size();
    }
  }

  /**
   * Place holds, after a pause if there is one.
   *
   * @param isOfAll whether the record asks for all that its members claim, in full
   */
  record Place(List<Placing> claims, boolean isOfAll, Pause pause) implements Step {
    @Override
    public Optional<Event> inDoubt() {
      return Optional.of(new Event.Placed(Collections.nCopies(claims.size(), Answer.IN_DOUBT)));
    }
  }

  /** Raise holds, as they were read, to a newer epoch. */
  record Stamp(List<Stamping> holds) implements Step {
    @Override
    public int writes() {
      return holds.size();
    }
  }

  /** End holds. */
  record End(List<Ending> holds, Why why) implements Step {
    @Override
    public int writes() {
      return holds.size();
    }
  }

  /**
   * Read, after a pause if there is one.
   *
   * @param members by their ids, each with the record that its document names
   * @param record whether the worker's record is read too, before the members
   */
  record Read(List<TransactionId> members, boolean record, Pause pause) implements Step {}

  /** Nothing more to do. */
  record Stop() implements Step {}

  /** Why holds end. */
  enum Why {
    /** Their record is applied. */
    SETTLE,
    /** Their record is canceled. */
    RELEASE,
    /** The holds are of an epoch of this worker's own that is over. */
    WITHDRAW
  }

  /**
   * A pause before a step, and the holds or records that it waits for. The engine brings stuck
   * records to their ends.
   *
   * @param waits whether to wait
   * @param blockers holds that are in the way
   * @param records the records of others that have to go on first
   */
  record Pause(boolean waits, List<Blocker> blockers, List<RecordId> records) {

    /** Go on at once. */
    public static final Pause NONE = new Pause(false, List.of(), List.of());

    static Pause behind(Target target, Hold hold) {
      return new Pause(true, List.of(new Blocker(target, hold)), List.of());
    }

    static Pause until(RecordId record) {
      return new Pause(true, List.of(), List.of(record));
    }
  }

  /**
   * A hold that is in the way.
   *
   * @param target which has it
   * @param hold as it was seen
   */
  record Blocker(Target target, Hold hold) {}

  /** The result of a step. */
  sealed interface Event {

    /**
     * The store has answered an insert.
     *
     * @param outcomes of the record first, then of each member of a record of several
     */
    record Inserted(List<BeginOutcome> outcomes) implements Event {}

    /**
     * The store has answered a move, takes, stamps or ends.
     *
     * @param outcomes one for each that was asked, in their order
     */
    record Matched(List<MatchOutcome> outcomes) implements Event {}

    /**
     * Targets have answered requests for holds.
     *
     * @param answers one for each, in their order
     */
    record Placed(List<Answer> answers) implements Event {}

    /**
     * The store has answered a read.
     *
     * @param lookups of the record first, where that was asked for, then of each member
     * @param stuck whether a pending record is unmodified for so long, or its owner so silent, that
     *     the owner counts as dead; a wrong guess costs time, never money
     */
    record Seen(List<Lookup> lookups, boolean stuck) implements Event {}

    /**
     * The step is not tried any more: the bound on tries or on waiting is reached, or the store
     * cannot be reached.
     *
     * @param impatient whether it is only the bound on waiting for what others hold: then a
     *     transaction that waits for them is refused
     */
    record GaveUp(boolean impatient) implements Event {}
  }
}
