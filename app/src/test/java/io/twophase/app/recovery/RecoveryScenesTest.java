package io.twophase.app.recovery;

import static io.twophase.app.testing.Step.done;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static java.util.stream.Collectors.joining;

import io.twophase.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.Recovery.RecoveryRounds;
import io.twophase.app.scene.DoorSteps;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Step;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.OwnerLookup.Found;
import io.twophase.domain.record.Transition;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.Unreadables;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;

/**
 * Scenes of recovery from what other processes have left. A has 100 cents, B and C nothing. A
 * transfer is such as {@code t=A>B:30}; {@code r1=A>B:60#1} is row 1 of a file in order, {@code
 * #1/f} of another file, {@code #1?} of a file in any order, and {@code t=A>B:30!} an authorization
 * for a week.
 */
class RecoveryScenesTest {

  private static final String FILE = "0123456789abcdef".repeat(4);
  private static final String OTHER_FILE = "f".repeat(64);

  @AutoClose private final RecoveryWorld there = new RecoveryWorld();
  private final DocumentWrites writes = new DocumentWrites(there.sound);
  private final DoorSteps doors = new DoorSteps(() -> there.store, () -> there.host);

  private final List<String> reported = new ArrayList<>();
  private final List<String> times = new ArrayList<>();
  private Optional<String> beating = Optional.empty();
  private Optional<RecoveryRounds> rounds = Optional.empty();

  /** Records of several, by their ids. */
  private final Map<String, NewRecord> several = new HashMap<>();

  @ScenesOf({"/scenes/recovery.txt", "/scenes/left-out.txt"})
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(this::step);
  }

  private String step(String text) {
    Step step = Step.of(text);
    String[] rest = step.words().toArray(String[]::new);
    String first = step.first();
    return switch (step.verb()) {
      case "pass" -> done(() -> there.pass(Duration.parse(first)));
      case "clock" -> done(() -> there.clock.advance(Duration.parse(first)));
      case "time" -> there.now.toString();
      case "beat" -> done(() -> there.beat(process(first).orElseThrow(), RecoveryWorld.SECOND));
      case "begin" ->
          done(() -> step.tail().forEach(each -> there.begin(body(each), process(first))));
      case "batch" -> batch(step.words(), false);
      case "ordered" -> batch(step.words(), true);
      case "decide" ->
          done(() -> there.decide(several.get(first), step.tail().toArray(String[]::new)));
      case "end" -> done(() -> there.end(several.get(first), step.tail().toArray(String[]::new)));
      case "drop" -> done(() -> there.canceled(new RecordId(first), process("living")));
      case "take" -> taken(first, step.number(1), rest[2]);
      case "lose" -> done(() -> there.removeFirst(several.get(first)));
      case "bury" -> there.sound.records().insert(List.of(tombstone(first))).toString();
      case "overtake" -> done(() -> there.move(overtaken(first, rest[1])));
      case "decided" -> done(() -> Stream.of(rest).forEach(id -> writes.decide(id, 1)));
      case "canceling" -> done(() -> there.move(canceling(first)));
      case "hold" -> done(() -> writes.hold(body(first), 1));
      case "authorized" ->
          done(
              () ->
                  step.words()
                      .forEach(id -> there.move(Transition.authorize(new RecordId(id), epoch(1)))));
      case "captured" ->
          done(() -> there.move(captured(transactionId(first), Long.parseLong(rest[1]))));
      case "settled" -> settled(body(first), Long.parseLong(rest[1]));
      case "scrub" -> Integer.toString(Books.scrub(there.host).size());
      case "lost" -> lost(step, Fault.LOSE_REQUEST);
      case "unsent" -> lost(step, Fault.UNAVAILABLE);
      case "outage" -> done(() -> outage(Fault.valueOf(first), time(step, 1), time(step, 2)));
      case "close" -> done(there::close);
      case "unanswered" -> lost(step, Fault.LOSE_ANSWER);
      case "die" ->
          done(() -> there.dieAfter(step.number(0), DoorSteps.asked(step.words().get(1))));
      case "well" -> done(there::recoverFromFaults);
      case "hurried" -> done(() -> there.use(settings(Duration.ZERO, 10)));
      case "by" -> done(() -> there.use(settings(Duration.ofSeconds(10), step.number(0))));
      case "unreadable" ->
          done(
              () ->
                  step.words()
                      .forEach(id -> there.store.unreadables().plant(Unreadables.Kind.RECORD, id)));
      case "when" -> done(() -> there.plans.add(String.join(" ", step.words()), this::step));
      case "met" -> there.plans.met();
      case "foreign" -> done(() -> foreign(first, body(rest[1])));
      case "late" -> late(several.get(first));
      case "beating" -> done(() -> beating = Optional.of(first));
      case "recover" -> recovered(rest);
      case "counted" -> new HashSet<>(reported).size() + " of " + reported.size();
      case "timed" -> String.join(", ", times);
      case "round" -> {
        reported.clear();
        rounds().next(this::report);
        yield String.join(", ", reported);
      }
      case "epoch" -> there.record(first).record().orElseThrow().epoch().toString();
      case "owner" -> owner(first);
      case "owners" -> owners();
      case "state" -> step.each(this::state);
      case "balances" -> there.balances().toString();
      case "decider" -> there.found(first).decider().orElseThrow().value();
      case "leaving" -> String.join(", ", there.leavingOut());
      case "audit" ->
          there.host.audit().run().findings().stream()
              .map(found -> found.kind() + " " + found.id())
              .collect(joining(", "));
      case "rows" -> doors.made(new Step("batch", step.words()));
      default -> doors.made(step);
    };
  }

  private static Optional<OwnerId> process(String name) {
    return name.equals("nobody") ? Optional.empty() : Optional.of(new OwnerId(name));
  }

  private static NewTransaction body(String word) {
    String[] row = word.replaceAll("[!?]", "").split("[#/]", -1);
    NewTransaction plain = DoorSteps.body(row[0]);
    NewTransaction body =
        word.endsWith("!") ? plain.authorizedUnder(BodyWords.terms("P7D")) : plain;
    return row.length == 1
        ? body
        : body.importedBy(
            new ImportedRow(
                row.length == 2 ? FILE : OTHER_FILE, Long.parseLong(row[1]), !word.endsWith("?")));
  }

  private String batch(List<String> words, boolean inOrder) {
    NewTransaction[] members =
        words.stream().skip(2).map(RecoveryScenesTest::body).toArray(NewTransaction[]::new);
    NewRecord batch = RecoveryWorld.batch(words.get(0), inOrder, members);
    several.put(words.get(0), batch);
    return done(() -> there.begin(batch, process(words.get(1))));
  }

  /** A member is taken from its record, by a process alone or by another record. */
  private String taken(String batch, int member, String by) {
    MemberDocument document = there.document(several.get(batch), member);
    return done(
        () ->
            there.take(
                several.containsKey(by)
                    ? MemberTake.into(new RecordId(by), document)
                    : MemberTake.alone(document, RecoveryWorld.owner(process(by)))));
  }

  private static NewRecord tombstone(String id) {
    return NewRecord.tombstone(new RecordId(id));
  }

  private static Transition overtaken(String id, String application) {
    Owner another =
        new Owner(application(application), process("dead"), token("of " + application));
    return Transition.acquire(new RecordId(id), epoch(1), another);
  }

  private Transition canceling(String id) {
    Owner canceler = new Owner(application("other"), process("dead"), token("canceler"));
    return Transition.cancel(
        there.record(id).record().orElseThrow(), Fixtures.ON_REQUEST, canceler, List.of());
  }

  private static Transition captured(TransactionId id, long cents) {
    Owner capturer = new Owner(application("other"), token("capturer"));
    return Transition.capture(id, epoch(1), List.of(cents, cents), 0, capturer);
  }

  /** The first hold of a transaction is settled by so much. */
  private String settled(NewTransaction body, long net) {
    Claim claim = Claims.of(List.of(Member.of(body)), false).all().get(0);
    return there
        .sound
        .holds()
        .end(List.of(Ending.settle(RecordId.of(body.id()), claim, epoch(1), net, Optional.empty())))
        .toString();
  }

  private String lost(Step step, Fault fault) {
    WriteKind kind = WriteKind.valueOf(step.first());
    return done(
        () ->
            IntStream.range(0, step.number(1))
                .forEach(at -> there.store.faults().when(kind).next(fault)));
  }

  private static Duration time(Step step, int at) {
    return Duration.parse(step.words().get(at));
  }

  /** Each write behind a first one fails so until then, as long after a pause as is said. */
  private void outage(Fault fault, Duration until, Duration after) {
    there.store.faults().ofTransactions().after(1).next(fault);
    there.paused =
        () -> {
          there.now = there.now.plus(after);
          if (there.now.compareTo(until) < 0) {
            there.store.faults().ofTransactions().next(fault);
          }
        };
  }

  /** A pass over what is that old, or half an hour, or the recovery of one transaction. */
  private String recovered(String[] how) {
    String first = how.length == 0 ? "PT30M" : how[0];
    boolean cancels = List.of(how).contains("canceling");
    Optional<ApplicationName> of =
        first.equals("of") ? Optional.of(application(how[1])) : Optional.empty();
    if (first.equals("only")) {
      return there
          .host
          .recovery()
          .recover(transactionId(how[1]))
          .map(Recovered::toString)
          .orElse("");
    }
    RecoveryRequest request =
        first.equals("left-by")
            ? RecoveryRequest.leftBy(application(how[1]))
            : new RecoveryRequest(
                first.startsWith("P") ? Duration.parse(first) : RecoveryWorld.HALF_AN_HOUR,
                of,
                cancels ? RecoveryRequest.Policy.CANCEL : RecoveryRequest.Policy.RESUME);
    reported.clear();
    times.clear();
    there.host.recovery().pass(request, this::report);
    return String.join(", ", reported);
  }

  private void report(Recovered one) {
    reported.add(one.toString());
    times.add(one.id() + " at " + there.now);
    beating.ifPresent(there::ownerBeats);
  }

  /** Rounds of the host from the first one on. */
  private RecoveryRounds rounds() {
    rounds =
        rounds.or(
            () ->
                Optional.of(
                    new RecoveryRounds(
                        there.host.recovery(), RecoveryRequest.olderThan(Duration.ZERO))));
    return rounds.orElseThrow();
  }

  private static TwoPhaseSettings settings(Duration patience, int batchSize) {
    return new TwoPhaseSettings(
        EngineSettings.of(application("test")).withPatience(patience), batchSize);
  }

  /** A dead process of a third application has left a transfer out of a record, which has ended. */
  private void foreign(String id, NewTransaction body) {
    Owner third = new Owner(application("third"), process("dead"), token("of a third"));
    NewRecord record = NewRecord.several(new RecordId(id), List.of(body), false, third);
    there.sound.records().insert(List.of(record));
    there.end(record, body.id().value());
  }

  /** The first hold of a record comes late. */
  private String late(NewRecord record) {
    Claim claim = Claims.of(Member.of(record.members()), true).all().get(0);
    Placing placing = new Placing(record.id(), epoch(1), claim);
    return there.sound.holds().place(List.of(placing)).get(0).kind().toString();
  }

  private String owner(String id) {
    Optional<OwnerId> process =
        there.record(id).record().flatMap(found -> found.owner()).flatMap(Owner::process);
    boolean isShown =
        process
            .filter(it -> there.store.owners().find(List.of(it)).get(0) instanceof Found)
            .isPresent();
    String name = process.map(OwnerId::value).orElse("nobody");
    return List.of("dead", "living", "nobody").contains(name)
        ? name
        : isShown ? "the host" : "a host that is gone";
  }

  private String owners() {
    return there.store.owners().find(List.of(new OwnerId("dead"), new OwnerId("living"))).stream()
        .map(found -> found.getClass().getSimpleName())
        .collect(joining(", "));
  }

  private String state(String id) {
    return there.found(id).transaction().map(found -> found.state().toString()).orElse("nothing")
        + (there.isMember(id) ? " in a batch" : "");
  }
}
