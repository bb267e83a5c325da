package io.twophase.app.simulation.planted;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.test.forwarding.ForwardingRecords;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** Records with a planted fault. */
public final class PlantedRecords extends ForwardingRecords {

  private static final Duration DAY = Duration.ofDays(1);

  /** The faults. */
  public enum Fault {
    /** Lets an owner decide that has been overtaken. */
    UNGUARDED_DECIDE,
    /** Lets a record decide that has not seen who was excluded. */
    DEAF_DECIDE,
    /** A decision does not say how much there was. */
    FORGETFUL_DECIDE,
    /** Captures all that is held, whatever was asked for. */
    CAPTURE_IN_FULL,
    /** What is authorized is shown as overdue, and as read a day later than it was. */
    EAGER_EXPIRY,
    /** What has ended is removed, and its receipt is not left. */
    EAGER_REMOVAL,
    /** The receipt of what took less than it was asked for does not say how much. */
    FORGOTTEN_RECEIPT
  }

  private final Fault fault;

  private PlantedRecords(Records sound, Fault fault) {
    super(sound);
    this.fault = fault;
  }

  /** Plants a fault. */
  public static UnaryOperator<Records> with(Fault fault) {
    return sound -> new PlantedRecords(sound, fault);
  }

  private boolean is(Fault other) {
    return fault == other;
  }

  @Override
  public List<MatchOutcome> move(List<Transition> transitions) {
    return super.move(
        transitions.stream()
            .map(
                transition ->
                    transition.kind() == Transition.Kind.DECIDE
                        ? otherwise(transition)
                        : transition)
            .toList());
  }

  private Transition otherwise(Transition decision) {
    return switch (fault) {
      case UNGUARDED_DECIDE ->
          decision.isByRun()
              ? with(decision, Option.none(), decision.excluded(), decision.verdict())
              : decision;
      case DEAF_DECIDE ->
          decision.isByRun()
              ? with(decision, decision.epoch(), excluded(decision), decision.verdict())
              : decision;
      case FORGETFUL_DECIDE -> decision.isByRun() ? inFull(decision) : decision;
      case CAPTURE_IN_FULL -> decision.isByRun() ? decision : inFull(decision);
      default -> decision;
    };
  }

  private LinkedHashMap<TransactionId, CancelReason> excluded(Transition decision) {
    return find(List.of(decision.record()))
        .get(0)
        .record()
        .map(TransactionRecord::excluded)
        .getOrElse(decision.excluded());
  }

  private static Transition inFull(Transition decision) {
    Verdict verdict = decision.verdict();
    return with(
        decision,
        decision.epoch(),
        decision.excluded(),
        new Verdict(verdict.refused(), verdict.left(), verdict.unseen(), LinkedHashMap.empty()));
  }

  private static Transition with(
      Transition asked,
      Option<Epoch> epoch,
      LinkedHashMap<TransactionId, CancelReason> excluded,
      Verdict verdict) {
    return new Transition(
        asked.kind(),
        asked.record(),
        asked.from(),
        asked.to(),
        epoch,
        asked.owner(),
        excluded,
        verdict,
        asked.reason(),
        asked.approver(),
        asked.approvals());
  }

  @Override
  public List<Lookup> list(RecordQuery query) {
    return super.list(
        is(Fault.EAGER_EXPIRY) && query.kind() == RecordQuery.Kind.OVERDUE
            ? RecordQuery.latest(
                Option.some(State.AUTHORIZED), Option.none(), Labels.NONE, query.limit())
            : query);
  }

  @Override
  public List<Lookup> findMembers(List<TransactionId> ids) {
    return super.findMembers(ids).stream().map(this::later).toList();
  }

  private Lookup later(Lookup lookup) {
    return is(Fault.EAGER_EXPIRY) && lookup.member().isEmpty()
        ? lookup
            .record()
            .map(record -> Lookup.found(record, lookup.unmodifiedFor().plus(DAY)))
            .getOrElse(lookup)
        : lookup;
  }

  @Override
  public List<MatchOutcome> remove(List<Removal> going) {
    return super.remove(
        going.stream()
            .map(it -> new Removal(it.going(), it.receipt().flatMap(this::left)))
            .toList());
  }

  private Option<Receipt> left(Receipt receipt) {
    return switch (fault) {
      case EAGER_REMOVAL -> Option.none();
      case FORGOTTEN_RECEIPT ->
          Option.some(
              new Receipt(
                  receipt.id(),
                  receipt.digest(),
                  receipt.epoch(),
                  receipt.reason(),
                  Option.none(),
                  receipt.finishedAt()));
      default -> Option.some(receipt);
    };
  }
}
