package io.twophase.app.scene;

import static io.twophase.app.testing.Step.done;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static java.util.stream.Collectors.joining;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.Audit;
import io.twophase.app.audit.AuditReport;
import io.twophase.app.engine.DeadHolds;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.Orphan.Held;
import io.twophase.app.recovery.Scrub;
import io.twophase.app.recovery.Scrub.LeftAlone;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.Plans;
import io.twophase.app.testing.Step;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Document.Escrow;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.machine.Step.Blocker;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.testing.HoldWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Answers;
import io.twophase.ports.Keeping;
import io.twophase.ports.Store;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.Faults;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.Unreadables;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The audit, and a scrub, find what single writes leave behind, in scenes. */
class WritesScenesTest {

  /** Records may go, as where a server removes them, and not all were carried before. */
  private static final Interceptor EXPIRING =
      (method, asked, call) ->
          switch (method) {
            case "keeping" -> new Keeping(Optional.empty(), Optional.empty(), true, false);
            case "isComplete" -> false;
            default -> call.make();
          };

  private static final Target A = new Target.OfAccount(accountId("A"));

  private final InMemoryStore store = Books.inMemory(100_00, 50_00);
  private final FaultyStore faulty = FaultyStore.over(store);
  private final DocumentWrites writes = new DocumentWrites(store);
  private final Plans plans = new Plans();
  private TwoPhase host = Hosts.amongOthers(faulty, 10);
  private final DoorSteps doors = new DoorSteps(() -> store, () -> host);
  private Store seen = Interceptor.before(Store.class, faulty, plans);

  @BeforeEach
  void storeDocuments() {
    store.accounts().open(List.of(account("C").opening(eur("50.00"))));
    store.accounts().open(List.of(account("D").opening(eur("0.00"))));
    store.store(order("o1"), fields("status", "UnPaid"));
    store.store(DocumentWords.document("stock#sku1"), fields("n", 50));
  }

  @AfterEach
  void close() {
    host.close();
  }

  @ScenesOf({
    "/scenes/writes.txt",
    "/scenes/scrub.txt",
    "/scenes/audit.txt",
    "/scenes/dead-holds.txt",
    "/scenes/lost-writes.txt"
  })
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(this::step);
  }

  private String step(String text) {
    Step step = Step.of(text);
    String words = String.join(" ", step.words());
    return switch (step.verb()) {
      case "sound" -> sound(words.split(", ", -1));
      case "write" -> write(words.split(", ", -1));
      case "several" -> done(() -> several(words.split(" ", 4)));
      case "lose" -> done(() -> lose(new Target.OfAccount(accountId(step.first()))));
      case "audit" -> findings(audit(Duration.ofHours(1)));
      case "impatient" -> findings(audit(Duration.ZERO));
      case "report" -> report();
      case "scrub" -> scrub();
      case "holds" -> holds(step.first(), step.words().get(1));
      case "undo" -> done(() -> undo(words));
      case "show" -> done(() -> show(words));
      case "reserved" ->
          done(
              () ->
                  step.tail()
                      .forEach(
                          each -> write("hold %s 1 insert %s {}".formatted(step.first(), each))));
      case "when" -> done(() -> plans.add(words, this::step));
      case "met" -> plans.met();
      case "sizes" -> plans.sizes().toString();
      case "well" -> done(plans::clear);
      case "fault" ->
          done(
              () ->
                  aim(step.first())
                      .after(step.words().size() > 2 ? step.number(3) : 0)
                      .next(Fault.valueOf(step.words().get(1))));
      case "late" -> done(faulty.faults()::deliverLate);
      case "unreadable" ->
          done(
              () ->
                  faulty.unreadables().plant(Unreadables.Kind.valueOf(step.first()), step.said()));
      case "proofs" -> proofs(blockers(step.words()));
      case "clear" ->
          dead().clear(blockers(step.words())).stream().map(Lookup::id).collect(joining(", "));
      case "tight" ->
          dead().clearOf(List.of(A)).values().stream()
              .map(WritesScenesTest::holders)
              .collect(joining(", "));
      case "held" -> holders(writes.read(accountId("A")));
      case "hurried" ->
          done(() -> hurry(step.first().isEmpty() ? Duration.ZERO : Duration.parse(step.first())));
      case "home" ->
          done(() -> seen = Interceptor.replacing(seen, Home.class, here -> new Home(words)));
      case "without" -> done(() -> seen = Books.without(seen, words));
      case "expiring" -> done(() -> seen = Interceptor.before(Store.class, seen, EXPIRING));
      case "fails" -> plans.failure(() -> step(words));
      default -> doors.made(step);
    };
  }

  /** The audit's findings after the first of the writes after which it finds something. */
  private String sound(String[] all) {
    return Stream.of(all)
        .map(one -> write(one) + findings(audit(Duration.ofHours(1))))
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Makes writes in words; to move is to hold and settle ten dollars from A to B. */
  private String write(String... all) {
    for (String one : all) {
      if (one.equals("move t")) {
        write("hold t 1 A-10 & B+10", "settle t 1 A-10 & B+10");
      } else {
        writes.make(one);
      }
    }
    return "";
  }

  /** Such as {@code batch:1 DONE u t A-1 & B+1 | u A-2 & B+2}: a record that leaves one out. */
  private void several(String[] words) {
    writes.several(
        words[0],
        State.valueOf(words[1]),
        StoredRecords.leaving(transactionId(words[2])),
        Stream.of(words[3].split(" \\| ", -1)).map(BodyWords::body).toArray(NewTransaction[]::new));
  }

  /** All holds of a target are gone, and were not settled. */
  private void lose(Target target) {
    Stored there = store.holds().find(List.of(target)).get(0).stored().orElseThrow();
    there.holds().forEach(hold -> store.holds().end(List.of(Ending.of(target, hold))));
  }

  private AuditReport audit(Duration stuckAfter) {
    return new Audit(seen, stuckAfter).run();
  }

  private static String findings(AuditReport report) {
    return report.findings().stream()
        .map(found -> found.kind() + " " + found.id() + ": " + found.detail())
        .collect(joining(", "));
  }

  private String report() {
    AuditReport report = audit(Duration.ofHours(1));
    return "%d accounts of %s, which opened with %s; %s, %s"
        .formatted(
            report.accounts(),
            report.balance(),
            report.opening(),
            new TreeMap<>(report.transactions()),
            report.complete() ? "complete" : "not complete")
        .replace(';', ',');
  }

  /** A transaction takes back what another one has done, as is said. */
  private void undo(String words) {
    String id = words.split(" ", 2)[0];
    write("begin " + words, "hold " + id + " 1", "decide " + id + " 1", "settle " + id + " 1");
    writes.finish(id);
  }

  /** The orphans and their proofs; and what is reported and left alone. */
  private String scrub() {
    List<String> all = new ArrayList<>();
    new Scrub(seen, TwoPhaseListener.IGNORED)
        .run(
            orphan -> all.add(words(orphan.held()) + " " + orphan.proof() + " " + orphan.outcome()),
            left -> all.add(words(left)));
    return String.join(", ", all);
  }

  private static String words(LeftAlone left) {
    if (left instanceof LeftAlone.Unsettled one) {
      return words(one.held()) + " is unsettled";
    } else if (left instanceof LeftAlone.OfAnotherHome one) {
      return words(one.held()) + " is of another home";
    }
    return left instanceof LeftAlone.UnwritableCollection one
        ? "collection %s takes no writes, %s: %d stay, %s"
            .formatted(
                one.collection(),
                one.fault(),
                one.held().size(),
                one.held().stream().map(WritesScenesTest::words).collect(joining(", ")))
        : left.toString();
  }

  private static String words(Held held) {
    return held.target() + " " + held.hold().record();
  }

  /**
   * All that is held is a document that no rule would make, such as {@code #o1 {n:5} within 3 9 | t
   * #o1.n-2}: of its bounds it has so much available and receivable, and these holds.
   */
  @SuppressWarnings("unchecked") // a scan's consumer takes sights
  private void show(String words) {
    String[] parts = words.split(" \\| ", -1);
    List<String> said = List.of(parts[0].split(" ", -1));
    Optional<Escrow> bounds =
        Optional.of(said.indexOf("within"))
            .filter(at -> at > 0)
            .map(at -> said.subList(at + 1, at + 3).stream().map(Long::valueOf).toList())
            .map(of -> new Escrow(of.get(0), of.get(1), 0, 100));
    Document document =
        new Document(
            DocumentWords.document(said.get(0)),
            DocumentWords.fields(said.get(1)),
            said.contains("placeholder"),
            Optional.empty(),
            Stream.of(parts)
                .skip(1)
                .map(held -> Hold.of(store.home(), HoldWords.placing(held)))
                .toList(),
            bounds.map(of -> Map.of("n", of)).orElse(Map.of()));
    seen =
        Interceptor.before(
            Store.class,
            seen,
            (method, asked, call) -> {
              if (method.equals("scan") && asked.contains(true)) {
                ((Consumer<Sight>) asked.get(2)).accept(Sight.found(document));
                return asked;
              }
              return method.equals("collections")
                  ? List.of(CollectionName.of("orders"))
                  : call.make();
            });
  }

  private Faults.Aim aim(String kind) {
    return kind.equals("any")
        ? faulty.faults().ofTransactions()
        : faulty.faults().when(WriteKind.valueOf(kind));
  }

  /** A host waits so long for others from now on, and takes over at once. */
  private void hurry(Duration patience) {
    host.close();
    EngineSettings engine =
        EngineSettings.of(application("test")).withPatience(patience).withStuckAfter(Duration.ZERO);
    host = TwoPhase.over(seen).settings(new TwoPhaseSettings(engine, 1)).build();
  }

  private DeadHolds dead() {
    return DeadHolds.of(seen);
  }

  /** The holds of A; or the same of another home; or both. */
  private List<Blocker> blockers(List<String> whose) {
    List<Blocker> blockers = new ArrayList<>();
    for (String each : whose) {
      for (Hold hold : writes.read(accountId("A")).holds()) {
        Hold theirs = Copies.with(hold, "home", new Home("theirs"));
        blockers.add(new Blocker(A, each.equals("theirs") ? theirs : hold));
      }
    }
    return blockers;
  }

  private String proofs(List<Blocker> blockers) {
    List<String> proofs = new ArrayList<>();
    Answers.each(
        blockers,
        dead().proofs(blockers),
        (one, proof) -> proofs.add(one.hold().record() + " " + proof));
    return String.join(", ", proofs);
  }

  private static String holders(Stored stored) {
    return stored.holds().stream().map(hold -> hold.record().value()).collect(joining(", "));
  }

  private String holds(String collection, String id) {
    return writes
        .read(CollectionName.of(collection).document(value(id)))
        .map(there -> there.holds().size() + " " + there.escrow())
        .orElse("");
  }
}
