package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static java.util.stream.Collectors.joining;

import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Scenes;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.OwnerId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

  /** Records of several, by their ids. */
  private final Map<String, NewRecord> several = new HashMap<>();

  static Stream<Scenes.Scene> scenes() {
    return Stream.of("recovery.txt", "left-out.txt").flatMap(Scenes::of);
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(this::step);
  }

  private String step(String step) {
    List<String> words = List.of(step.split(" ", -1));
    String[] rest = words.subList(1, words.size()).toArray(String[]::new);
    String first = rest.length == 0 ? "" : rest[0];
    return switch (words.get(0)) {
      case "pass" -> done(() -> there.pass(Duration.parse(first)));
      case "clock" -> done(() -> there.clock.advance(Duration.parse(first)));
      case "time" -> there.now.toString();
      case "beat" -> done(() -> there.beat(process(first).orElseThrow(), RecoveryWorld.SECOND));
      case "begin" -> done(() -> there.begin(body(rest[1]), process(first)));
      case "batch" -> batch(rest, false);
      case "ordered" -> batch(rest, true);
      case "decide" -> done(() -> there.decide(several.get(first), tail(rest)));
      case "end" -> done(() -> there.end(several.get(first), tail(rest)));
      case "drop" -> done(() -> there.canceled(new RecordId(first), process("living")));
      case "take" -> taken(first, Integer.parseInt(rest[1]), rest[2]);
      case "lose" -> done(() -> there.removeFirst(several.get(first)));
      case "bury" -> there.sound.records().insert(List.of(tombstone(first))).toString();
      case "overtake" -> done(() -> there.move(overtaken(first, rest[1])));
      case "decided" -> done(() -> Stream.of(rest).forEach(id -> writes.decide(id, 1)));
      case "canceling" -> done(() -> there.move(canceling(first)));
      case "hold" -> done(() -> writes.hold(body(first), 1));
      case "authorized" ->
          done(() -> there.move(Transition.authorize(new RecordId(first), epoch(1))));
      case "captured" ->
          done(() -> there.move(captured(transactionId(first), Long.parseLong(rest[1]))));
      case "settled" -> settled(body(first), Long.parseLong(rest[1]));
      case "scrub" -> Integer.toString(Books.scrub(there.host).size());
      case "lost" -> done(() -> lost(WriteKind.valueOf(first), Integer.parseInt(rest[1])));
      case "well" -> done(there.store.faults()::clear);
      case "enqueue" -> Scenes.text(there.host.transfers().enqueue(asked(first)));
      case "transfer" -> Books.word(there.host.transfers().transfer(asked(first)));
      case "cancel" -> there.host.compensation().cancel(transactionId(first), "why").toString();
      case "recover" -> recovered(rest);
      case "epoch" -> there.record(first).record().orElseThrow().epoch().toString();
      case "owner" -> owner(first);
      case "owners" -> owners();
      case "state" -> Stream.of(rest).map(this::state).collect(joining(", "));
      case "balances" -> there.balances().toString();
      case "account" -> account(first);
      case "decider" -> there.found(first).decider().orElseThrow().value();
      case "leaving" -> String.join(", ", there.leavingOut());
      case "audit" ->
          there.host.audit().run().findings().stream()
              .map(found -> found.kind() + " " + found.id())
              .collect(joining(", "));
      default -> throw new IllegalArgumentException(step);
    };
  }

  private static String done(Runnable step) {
    step.run();
    return "";
  }

  private static String[] tail(String[] words) {
    return List.of(words).subList(1, words.length).toArray(String[]::new);
  }

  private static Optional<OwnerId> process(String name) {
    return name.equals("nobody") ? Optional.empty() : Optional.of(new OwnerId(name));
  }

  private static NewTransaction body(String word) {
    String[] parts = word.replaceAll("[!?]", "").split("[=>:#/]", -1);
    NewTransaction plain = transfer(parts[0], parts[1], parts[2], cents(Long.parseLong(parts[3])));
    NewTransaction body =
        word.endsWith("!")
            ? plain.authorizedUnder(new AuthorizationTerms(Duration.ofDays(7)))
            : plain;
    return parts.length == 4
        ? body
        : body.importedBy(
            new ImportedRow(
                parts.length == 5 ? FILE : OTHER_FILE,
                Long.parseLong(parts[4]),
                !word.endsWith("?")));
  }

  private static TransferRequest asked(String word) {
    String[] parts = word.split("[=>:]", -1);
    return Books.request(parts[0], parts[1], parts[2], Long.parseLong(parts[3]));
  }

  private String batch(String[] words, boolean inOrder) {
    NewTransaction[] members =
        Stream.of(words).skip(2).map(RecoveryScenesTest::body).toArray(NewTransaction[]::new);
    NewRecord batch = RecoveryWorld.batch(words[0], inOrder, members);
    several.put(words[0], batch);
    return done(() -> there.begin(batch, process(words[1])));
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

  private void lost(WriteKind kind, int times) {
    IntStream.range(0, times)
        .forEach(at -> there.store.faults().when(kind).next(Fault.LOSE_REQUEST));
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
    return there.recover(request).stream().map(Recovered::toString).collect(joining(", "));
  }

  private String owner(String id) {
    String process =
        there
            .record(id)
            .record()
            .flatMap(found -> found.owner())
            .flatMap(Owner::process)
            .map(OwnerId::value)
            .orElse("nobody");
    return List.of("dead", "living", "nobody").contains(process) ? process : "the host";
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

  private String account(String id) {
    Account account = Books.account(there.store, id);
    return "%d, %d available, %d holds"
        .formatted(account.balance().minor(), account.available().minor(), account.holds().size());
  }
}
