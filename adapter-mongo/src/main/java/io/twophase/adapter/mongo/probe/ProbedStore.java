package io.twophase.adapter.mongo.probe;

import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Target;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.MemberDocument;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.Timeline;
import io.twophase.ports.Accounts;
import io.twophase.ports.Holds;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Scratch accounts and records on the server, and beside them what the domain's own rules and
 * transitions leave of each. A step does the same to both, and compares the answers and all that is
 * stored; whatever differs is the refusal of the server.
 *
 * <p>The records are inserted with the time {@link #STAMP}, long ago: a record whose last change is
 * stamped later has been stamped by the server, as it must.
 */
final class ProbedStore {

  /** When the records begin. */
  static final Instant STAMP = Instant.parse("2000-01-01T00:00:00Z");

  /** The answers of each kind of step whose effect is not known. */
  private static final Set<Object> IN_DOUBT =
      Set.of(
          BeginOutcome.IN_DOUBT,
          MatchOutcome.IN_DOUBT,
          OpenOutcome.InDoubt.class,
          new StatusOutcome.InDoubt(),
          Reply.inDoubt());

  /**
   * The server did not say what a step of the probe did: the connection broke, say. That tells
   * nothing of its operators, so the probe is repeated from the start.
   */
  static final class LostAnswerException extends StoreException {

    private static final long serialVersionUID = 1L;

    /** Says in {@code message} which step it was, and what was answered. */
    private LostAnswerException(String message) {
      super(message);
    }
  }

  private final String name;
  private final HoldRules rules;
  private final Holds holds;
  private final Accounts accounts;
  private final Records records;
  private final Records later;
  private final Map<Target, Stored> targets = new LinkedHashMap<>();
  private final Map<RecordId, TransactionRecord> expected = new LinkedHashMap<>();
  private final Map<TransactionId, MemberDocument> members = new LinkedHashMap<>();

  /**
   * Compares the repositories of a server that messages call {@code name}.
   *
   * @param records whose clock stands at {@link #STAMP}
   * @param later the same records, with a clock that is ahead
   */
  ProbedStore(
      String name,
      HoldRules rules,
      Holds holds,
      Accounts accounts,
      Records records,
      Records later) {
    this.name = name;
    this.rules = rules;
    this.holds = holds;
    this.accounts = accounts;
    this.records = records;
    this.later = later;
  }

  /**
   * Takes one step: what the server is asked to do, as the words after "asked to" say, must answer
   * {@code exact}, and leave nothing different.
   *
   * @throws StoreUnavailableException if the server cannot be reached any more
   * @throws LostAnswerException if it does not say what it did
   * @throws StoreException if it refuses the step, or does something else
   */
  void require(String asked, Object exact, Supplier<?> step, Supplier<Option<String>> difference) {
    require(asked, exact, step, Function.identity(), difference);
  }

  private <T> void require(
      String asked,
      Object exact,
      Supplier<T> step,
      Function<T, ?> compared,
      Supplier<Option<String>> difference) {
    String failed = name + " does not pass the probe, and is not used: asked to " + asked + ", ";
    Option<String> fault;
    try {
      T whole = step.get();
      Object answered = compared.apply(whole);
      Option<String> left = difference.get();
      boolean isExact = exact.equals(answered);
      String other = "it answers " + whole + ", not " + exact;
      if (!isExact && isInDoubt(answered)) {
        throw new LostAnswerException(
            name + " does not answer the probe: asked to " + asked + ", " + other);
      }
      fault = isExact ? left : Option.some(other);
    } catch (StoreUnavailableException | LostAnswerException unknown) {
      throw unknown;
    } catch (StoreException refused) {
      throw new StoreException(failed + "it fails: " + refused.getMessage(), refused);
    }
    fault.forEach(
        what -> {
          throw new StoreException(failed + what);
        });
  }

  private static boolean isInDoubt(Object answered) {
    return answered instanceof List<?> answers
        ? answers.stream().anyMatch(IN_DOUBT::contains)
        : IN_DOUBT.contains(answered);
  }

  /**
   * If only some of a call match, a server may tell only how many: "Match counts" of {@link Holds}.
   * What is stored is compared all the same.
   */
  private static boolean mayBeAnswered(List<MatchOutcome> exact, List<MatchOutcome> answered) {
    boolean isMixed = exact.contains(MatchOutcome.MATCHED);
    boolean may = exact.size() == answered.size();
    for (int at = 0; may && at < exact.size(); at++) {
      MatchOutcome outcome = answered.get(at);
      may = outcome == exact.get(at) || (isMixed && outcome == MatchOutcome.MATCHED);
    }
    return may;
  }

  void open(String asked, Opening... openings) {
    List<Class<?>> exact = new ArrayList<>();
    for (Opening opening : openings) {
      boolean isNew = expect(Account.open(opening));
      exact.add(isNew ? OpenOutcome.Opened.class : OpenOutcome.AlreadyOpen.class);
    }
    require(
        asked,
        exact,
        () -> accounts.open(List.of(openings)).stream().map(OpenOutcome::getClass).toList(),
        this::differingTarget);
  }

  /** Compares an account from now on; answers whether it was not known before. */
  boolean expect(Account account) {
    return targets.putIfAbsent(account.target(), account) == null;
  }

  void place(String asked, Placing... placings) {
    match(
        asked,
        List.of(placings),
        one -> one.claim().target(),
        (there, one) -> rules.place(there, one).toOption(),
        holds::place,
        ProbedStore::placed);
  }

  private static MatchOutcome placed(Answer answer) {
    return switch (answer.kind()) {
      case HELD -> MatchOutcome.MATCHED;
      case IN_DOUBT -> MatchOutcome.IN_DOUBT;
      case PRESENT, BUSY, SHORT, REFUSED -> MatchOutcome.NOT_MATCHED;
    };
  }

  void stamp(String asked, Stamping... all) {
    match(asked, List.of(all), Stamping::target, rules::stamp, holds::stamp, outcome -> outcome);
  }

  void end(String asked, Ending... endings) {
    match(
        asked,
        List.of(endings),
        Ending::target,
        (there, one) -> rules.end(there, one).flatMap(left -> left),
        holds::end,
        outcome -> outcome);
  }

  private <T, R> void match(
      String asked,
      List<T> all,
      Function<T, Target> target,
      BiFunction<Option<Stored>, T, Option<Stored>> rule,
      Function<List<T>, List<R>> write,
      Function<R, MatchOutcome> outcome) {
    List<MatchOutcome> exact = new ArrayList<>();
    for (T one : all) {
      Option<Stored> after = rule.apply(Option.of(targets.get(target.apply(one))), one);
      after.forEach(stored -> targets.put(stored.target(), stored));
      exact.add(outcome(after.isDefined()));
    }
    require(
        asked,
        exact,
        () -> write.apply(all),
        answers -> {
          List<MatchOutcome> outcomes = answers.stream().map(outcome).toList();
          return mayBeAnswered(exact, outcomes) ? exact : outcomes;
        },
        this::differingTarget);
  }

  private static MatchOutcome outcome(boolean matched) {
    return matched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }

  void change(String asked, AccountId id, StatusChange change) {
    Either<StatusRefusal, Account> after = ((Account) target(id)).change(change);
    after.forEach(account -> targets.put(account.target(), account));
    StatusOutcome exact = after.fold(StatusOutcome.Refused::new, StatusOutcome.Changed::new);
    require(asked, exact, () -> accounts.change(id, change), this::differingTarget);
  }

  private Stored target(AccountId id) {
    return Objects.requireNonNull(targets.get(new Target.OfAccount(id)));
  }

  /** Reads an account by a write to it. */
  void latest(String asked, AccountId id) {
    Sight exact = Sight.found(target(id));
    require(asked, exact, () -> holds.findLatest(new Target.OfAccount(id)), this::differingTarget);
  }

  /** Looks for the accounts with holds. Other runs of the probe may have left accounts, too. */
  void heldOnes(String asked) {
    require(
        asked,
        texts(targets.values().stream().filter(stored -> !stored.holds().isEmpty())),
        () -> {
          List<Stored> held = new ArrayList<>();
          holds.scan(rules.accounts(), true, sight -> sight.stored().forEach(held::add));
          return texts(held.stream().filter(stored -> targets.containsKey(stored.target())));
        },
        this::differingTarget);
  }

  private static List<String> texts(Stream<Stored> held) {
    return held.map(stored -> stored.target().toString()).sorted().toList();
  }

  private Option<String> differingTarget() {
    List<Target> all = List.copyOf(targets.keySet());
    List<Sight> seen = holds.find(all);
    for (int at = 0; at < all.size(); at++) {
      Stored wanted = Objects.requireNonNull(targets.get(all.get(at)));
      Option<Stored> found = seen.get(at).stored();
      if (!found.contains(wanted)) {
        String there = found.map(ProbedStore::words).getOrElse(seen.get(at).toString());
        return Option.some(all.get(at) + " is " + there + ", not " + words(wanted));
      }
    }
    return Option.none();
  }

  private static String words(Stored stored) {
    return stored instanceof Account account
        ? "{balance %d, available %d, receivable %d, %s, holds %s}"
            .formatted(
                account.balance(),
                account.available(),
                account.receivable(),
                account.status(),
                account.holds())
        : stored.toString();
  }

  TransactionRecord record(RecordId id) {
    return Objects.requireNonNull(expected.get(id));
  }

  MemberDocument member(TransactionId id) {
    return Objects.requireNonNull(members.get(id));
  }

  void insert(String asked, NewRecord... begun) {
    List<BeginOutcome> exact = new ArrayList<>();
    for (NewRecord record : begun) {
      exact.add(begun(expected.putIfAbsent(record.id(), record.stored(STAMP)) == null));
      record
          .documents(STAMP)
          .forEach(one -> exact.add(begun(members.putIfAbsent(one.id(), one) == null)));
    }
    require(
        asked,
        exact,
        () -> records.insert(List.of(begun)).stream().flatMap(List::stream).toList(),
        this::differingRecord);
  }

  private static BeginOutcome begun(boolean isNew) {
    return isNew ? BeginOutcome.BEGUN : BeginOutcome.ID_TAKEN;
  }

  void move(String asked, Transition... transitions) {
    List<MatchOutcome> exact = new ArrayList<>();
    for (Transition transition : transitions) {
      Option<TransactionRecord> after = transition.apply(record(transition.record()), STAMP);
      after.forEach(moved -> expected.put(moved.id(), moved));
      exact.add(outcome(after.isDefined()));
    }
    require(
        asked,
        exact,
        () -> {
          List<MatchOutcome> answered = records.move(List.of(transitions));
          // a closing one did not wait for a majority: a read might not show it yet
          Stream.of(transitions)
              .filter(Transition::isClosing)
              .forEach(one -> records.findLatest(record(one.record()).members().get(0)));
          return answered;
        },
        this::differingRecord);
  }

  void take(String asked, MemberTake take) {
    MemberDocument found = member(take.member());
    boolean isFree = take.finds(found);
    if (isFree) {
      members.remove(take.member());
      take.taken(found, STAMP)
          .peekLeft(alone -> expected.put(alone.id(), alone))
          .peek(still -> members.put(still.id(), still));
    }
    require(
        asked, List.of(outcome(isFree)), () -> records.take(List.of(take)), this::differingRecord);
  }

  /** Reads a record by a write to it. */
  void latest(String asked, TransactionId id) {
    require(
        asked,
        Option.none(),
        () -> difference(record(RecordId.of(id)), records.findLatest(id)),
        this::differingRecord);
  }

  /** Lists records by the clock that is ahead. Other runs of the probe may have left records. */
  void list(String asked, RecordQuery query, RecordId... exact) {
    require(asked, List.of(exact), () -> listed(query), this::differingRecord);
  }

  /** Lists what comes after {@code place}, which {@code query} shows. */
  void listAfter(String asked, RecordQuery query, RecordId place, RecordId... exact) {
    require(
        asked,
        List.of(exact),
        () ->
            later.list(query).stream()
                .flatMap(lookup -> lookup.record().toJavaStream())
                .filter(record -> record.id().equals(place))
                .findFirst()
                .map(record -> listed(query.after(record)))
                .orElse(List.of()),
        this::differingRecord);
  }

  private List<RecordId> listed(RecordQuery query) {
    return later.list(query).stream()
        .flatMap(lookup -> lookup.record().toJavaStream())
        .map(TransactionRecord::id)
        .filter(expected::containsKey)
        .toList();
  }

  private Option<String> differingRecord() {
    List<RecordId> ids = List.copyOf(expected.keySet());
    List<Lookup> seen = records.find(ids);
    List<TransactionId> ofMembers = List.copyOf(members.keySet());
    List<Lookup> seenMembers = ofMembers.isEmpty() ? List.of() : records.findMembers(ofMembers);
    Option<String> difference = Option.none();
    for (int at = 0; at < ids.size() && difference.isEmpty(); at++) {
      difference = difference(record(ids.get(at)), seen.get(at));
    }
    for (int at = 0; at < ofMembers.size() && difference.isEmpty(); at++) {
      Option<MemberDocument> found = seenMembers.get(at).member();
      difference =
          Option.when(
              !found.contains(member(ofMembers.get(at))),
              "the member " + ofMembers.get(at) + " is " + found);
    }
    return difference;
  }

  private static Option<String> difference(TransactionRecord wanted, Lookup lookup) {
    if (lookup.record().isEmpty()) {
      return Option.some("the record of it is " + lookup);
    }
    TransactionRecord seen = lookup.record().get();
    if (!wanted.timeline().equals(Timeline.NONE) && !isStamped(seen)) {
      return Option.some(
          "the record " + wanted.id() + " is not stamped with the time of its change");
    }
    return Option.when(
        !asInserted(seen).equals(wanted),
        () -> "the record " + wanted.id() + " is " + words(seen) + ", not " + words(wanted));
  }

  private static boolean isStamped(TransactionRecord record) {
    Timeline steps = record.timeline();
    return Stream.of(
            Option.some(record.lastModified()),
            steps.claimedAt(),
            steps.takenOverAt(),
            steps.authorizedAt(),
            steps.decidedAt(),
            steps.finishedAt())
        .flatMap(Option::toJavaStream)
        .allMatch(STAMP::isBefore);
  }

  private static TransactionRecord asInserted(TransactionRecord record) {
    return new TransactionRecord(
        record.id(),
        record.members(),
        record.only(),
        record.inOrder(),
        record.state(),
        record.epoch(),
        record.owner(),
        record.excluded(),
        record.verdict(),
        record.leavesOut(),
        record.reason(),
        record.approvals(),
        STAMP,
        STAMP,
        record.timeline().map(at -> STAMP));
  }

  private static String words(TransactionRecord record) {
    return ("{%s at epoch %s, owner %s, token %s, excluded %s, left %s, leaves out %s,"
            + " approved by %s, moved %s}")
        .formatted(
            record.state(),
            record.epoch(),
            record.owner().flatMap(Owner::process).map(Object::toString).getOrElse("none"),
            record.owner().map(owner -> owner.token().toString()).getOrElse("none"),
            record.excluded().keySet().mkString("[", ", ", "]"),
            record.verdict().left().mkString("[", ", ", "]"),
            record.leavesOut(),
            record.approvals(),
            record.verdict().moved().values().toJavaList());
  }
}
