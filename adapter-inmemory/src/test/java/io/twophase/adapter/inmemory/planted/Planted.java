package io.twophase.adapter.inmemory.planted;

import static io.twophase.domain.testing.Copies.with;

import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.Labels;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.test.fault.Interceptor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Faults of one method of a port each: a store in memory with one of them breaks one promise. */
enum Planted implements Interceptor {
  NONE("", (asked, call) -> call.make()),

  ENDS_AT_ANY_EPOCH("end", each(Ending.class, ending -> with(ending, "at", Optional.empty()))),
  RELEASES_THE_FIRST_EPOCH_ONLY(
      "end",
      each(
          Ending.class,
          ending -> ending.at().isEmpty() ? with(ending, "at", Optional.of(Epoch.FIRST)) : ending)),
  LEAVES_THE_DEAD(
      "end",
      each(
          Ending.class,
          ending ->
              ending.claim().isPresent()
                  ? ending
                  : Ending.of(
                      ending.target(), ending.known().orElseThrow().at(new Epoch(1_000_000))))),
  EVERY_END_IS_MATCHED("end", answered(MatchOutcome.class, outcome -> MatchOutcome.MATCHED)),
  STAMPS_ANY_HOLD(
      "stamp",
      (asked, call) ->
          each(Stamping.class, stamping -> stampingAny((Holds) call.port(), stamping))
              .answer(asked, call)),
  FORGETS_WHAT_WAS_THERE("place", ranges(range -> Range.whole(range.debit(), range.credit()))),
  PLACES_A_RANGE_OF_NOTHING(
      "place", ranges(range -> range.isNothing() ? Range.whole(1, 0) : range)),
  SAYS_HELD_FOR_WHAT_IS_PRESENT(
      "place",
      answered(
          Answer.class,
          told ->
              told.kind() == Answer.Kind.PRESENT ? Answer.held(told.hold().orElseThrow()) : told)),
  SAYS_REFUSED_FOR_WHAT_IS_BUSY(
      "place",
      answered(
          Answer.class,
          told ->
              told.kind() == Answer.Kind.BUSY
                  ? Answer.refused(told.reason().orElseThrow())
                  : told)),
  ANSWERS_HOLDS_BACKWARDS("place", (asked, call) -> backwards(call)),
  FORGETS_COLLECTIONS("collections", (asked, call) -> List.of()),
  SELECTS_BY_NO_GUARD(
      "select", (asked, call) -> call.with(List.of(asked.get(0), List.of(), asked.get(2))).make()),

  SAYS_BEGUN_FOR_WHAT_IS_THERE(
      "insert", answered(List.class, told -> Collections.nCopies(told.size(), BeginOutcome.BEGUN))),
  LOSES_LABELS(
      "insert",
      each(
          NewRecord.class,
          record ->
              new NewRecord(
                  record.id(),
                  record.members().stream().map(body -> body.labelled(Labels.NONE)).toList(),
                  record.first().inOrder(),
                  record.first().owner()))),
  MOVES_AT_ANY_EPOCH(
      "move", each(Transition.class, asked -> with(asked, "epoch", Optional.empty()))),
  EVERY_MOVE_IS_MATCHED("move", answered(MatchOutcome.class, outcome -> MatchOutcome.MATCHED)),
  DECIDES_WHOEVER_IS_EXCLUDED(
      "move",
      (asked, call) ->
          each(Transition.class, transition -> deciding((Records) call.port(), transition))
              .answer(asked, call)),
  CAPTURES_UNAPPROVED("move", each(Transition.class, asked -> with(asked, "approvals", 0))),
  TAKES_FROM_ANY_RECORD(
      "take",
      (asked, call) ->
          each(MemberTake.class, take -> takingAny((Records) call.port(), take))
              .answer(asked, call)),
  MEMBERS_LOOK_FREE("findMembers", answered(Lookup.class, Planted::free)),
  LISTS_THE_OLDEST_FIRST("list", (asked, call) -> backwards(call)),
  REMOVES_WHATEVER_IS_THERE(
      "remove", answered(MatchOutcome.class, outcome -> MatchOutcome.MATCHED)),
  RECEIPTS_FREE_THE_ID(
      "remove", each(Removal.class, removal -> new Removal(removal.going(), Optional.empty())));

  /** Makes a call otherwise than asked, or answers otherwise. */
  private interface Fault {
    Object answer(List<Object> asked, Call call);
  }

  private final String method;

  @SuppressWarnings("ImmutableEnumChecker") // it keeps nothing
  private final Fault fault;

  Planted(String method, Fault fault) {
    this.method = method;
    this.fault = fault;
  }

  /** The faults of the methods of a port. */
  static Stream<Planted> of(Class<?> port) {
    return Stream.of(values())
        .filter(
            fault ->
                Stream.of(port.getMethods())
                    .anyMatch(method -> method.getName().equals(fault.method)));
  }

  @Override
  public Object around(String called, List<Object> asked, Call call) {
    return called.equals(method) ? fault.answer(asked, call) : call.make();
  }

  /** A call of a list, whose elements become others. */
  private static <E> Fault each(Class<E> type, UnaryOperator<E> other) {
    return (asked, call) ->
        call.with(List.of(((List<?>) asked.get(0)).stream().map(type::cast).map(other).toList()))
            .make();
  }

  /** An answer of a list, whose elements become others. */
  private static <E> Fault answered(Class<E> type, UnaryOperator<E> other) {
    return (asked, call) -> ((List<?>) call.make()).stream().map(type::cast).map(other).toList();
  }

  private static Fault ranges(UnaryOperator<Range> other) {
    return each(
        Placing.class,
        asked ->
            new Placing(
                asked.record(),
                asked.epoch(),
                asked
                    .claim()
                    .<Claim>fold(
                        one ->
                            new Claim.OfRange(
                                one.target(), one.scale(), other.apply(one.range()), one.open()),
                        one -> one)));
  }

  private static List<?> backwards(Call call) {
    List<?> backwards = new ArrayList<>((List<?>) call.make());
    Collections.reverse(backwards);
    return backwards;
  }

  private static Stamping stampingAny(Holds sound, Stamping asked) {
    return holds(sound, asked.target()).stream()
        .filter(hold -> hold.record().equals(asked.read().record()))
        .findFirst()
        .map(hold -> new Stamping(asked.target(), hold, asked.epoch()))
        .orElse(asked);
  }

  private static List<Hold> holds(Holds sound, Target target) {
    return sound.findLatest(target).stored().map(Stored::holds).orElse(List.of());
  }

  private static Transition deciding(Records sound, Transition asked) {
    Optional<TransactionRecord> read = sound.find(List.of(asked.record())).get(0).record();
    return asked.isByRun()
        ? with(asked, "excluded", read.map(TransactionRecord::excluded).orElse(Map.of()))
        : asked;
  }

  private static MemberTake takingAny(Records sound, MemberTake take) {
    return sound
        .findMembers(List.of(take.member()))
        .get(0)
        .member()
        .map(member -> with(take, "free", member))
        .orElse(take);
  }

  private static Lookup free(Lookup lookup) {
    return lookup
        .member()
        .map(member -> Lookup.found(member, Optional.empty(), lookup.unmodifiedFor()))
        .orElse(lookup);
  }
}
