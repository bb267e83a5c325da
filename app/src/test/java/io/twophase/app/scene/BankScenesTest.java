package io.twophase.app.scene;

import static io.twophase.TwoPhase.set;
import static io.twophase.app.testing.Step.done;
import static io.twophase.domain.testing.Fixtures.accountId;
import static java.util.stream.Collectors.joining;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.AuditProgress.AuditWatch;
import io.twophase.app.batch.DeadOwner;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.TransactionFunction;
import io.twophase.app.recovery.BeforeRemoval;
import io.twophase.app.recovery.BeforeRemoval.CarryForward;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.recovery.Retention;
import io.twophase.app.recovery.Trimming;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.OneBank;
import io.twophase.app.testing.PlantedFault;
import io.twophase.app.testing.Step;
import io.twophase.domain.ActionId;
import io.twophase.domain.ActionReason;
import io.twophase.domain.OperatorName;
import io.twophase.domain.event.ActionKind;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import io.twophase.test.fault.Unreadables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;

/**
 * Scenes of a bank: its events, evidence, retention and receipts, and the answers of its doors. The
 * store keeps what has ended for a day.
 */
@Timeout(60)
class BankScenesTest extends OneBank {

  private final EventSteps events = new EventSteps(() -> store, this::seen, () -> host, this::step);
  private DoorSteps doors = doors();

  private static final ActionId ACTION = new ActionId("a");

  private final List<String> noted = new ArrayList<>();
  private int performed;
  private int runs;
  private final List<String> pages = new ArrayList<>();
  private final List<String> recovered = new ArrayList<>();
  private Duration elapsed = Duration.ZERO;
  private Recovery.@Nullable RecoveryRounds rounds;

  @ScenesOf({
    "/scenes/actions.txt",
    "/scenes/events.txt",
    "/scenes/evidence.txt",
    "/scenes/retention.txt",
    "/scenes/audit-at-work.txt",
    "/scenes/answers.txt",
    "/scenes/carried.txt",
    "/scenes/tree.txt",
    "/scenes/rounds.txt",
    "/scenes/periods.txt",
    "/scenes/statements.txt"
  })
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(this::step);
  }

  private DoorSteps doors() {
    return new DoorSteps(() -> store, () -> host);
  }

  private String step(String text) {
    Step step = Step.of(text);
    String first = step.first();
    if (first.equals("reads")) {
      return events.consumed(step.verb(), step.number(1), text);
    }
    return switch (step.verb()) {
      case "keep" -> kept(step.words());
      case "wait" -> done(() -> now = now.plus(Duration.parse(first)));
      case "find" -> step.each(this::found);
      case "ended" -> ended();
      case "bury" -> step.each(this::bury);
      case "remove" -> step.each(id -> store.records().remove(List.of(removal(id))).toString());
      case "leave" -> done(() -> leave(step.words()));
      case "begun" -> done(() -> dead().left(first, DoorSteps.body(step.words().get(1))));
      case "hasty" ->
          done(() -> host(TwoPhase.over(seen()).settings(Hosts.patient(Duration.ofMillis(50), 1))));
      case "planted" -> done(() -> host(TwoPhase.over(PlantedFault.valueOf(first).in(seen()))));
      case "without" -> done(() -> host(TwoPhase.over(Books.without(seen(), first))));
      case "when" -> done(() -> plans.add(String.join(" ", step.words()), this::step));
      case "times" -> times(step.number(0), String.join(" ", step.tail()));
      case "met" -> plans.met();
      case "arrive" -> done(plans::arrive);
      case "well" -> done(plans::clear);
      case "fails" -> plans.failure(() -> step(String.join(" ", step.words())));
      case "throw" -> throw new IllegalStateException(String.join(" ", step.words()));
      case "unreadable" ->
          done(() -> step.tail().forEach(id -> faulty.unreadables().plant(kind(first), id)));
      case "replace" -> step.each(this::replaced);
      case "audit" -> audit(first);
      case "watch" -> watched(String.join(" ", step.words()));
      case "audited" -> host.audit().run().transactions().toString();
      case "retention" -> words(retention(step.words()).pass());
      case "attempt" -> words(host.retention().attempt());
      case "tries" -> tried(first, step.number(1), step.words().get(2));
      case "shown" -> shown();
      case "carried" -> carried(first);
      case "carry" -> store.carried().carry(List.of(carriedOf(first, step.words().get(1)))) + "";
      case "outcome" -> Step.text(host.transfers().transfer(DoorSteps.asked(first)));
      case "round" -> round();
      case "reported" -> String.join(", ", recovered);
      case "still" -> done(() -> host(TwoPhase.over(seen()).ticker(() -> elapsed)));
      case "elapse" -> done(() -> elapsed = Duration.parse(first));
      case "scrub" -> Integer.toString(Books.scrub(host).size());
      case "recover" -> Books.recover(host).toString();
      case "renumber" -> done(host.recovery()::numberEvents);
      case "perform" -> perform(first, step.words().get(1), text);
      case "performed" -> Integer.toString(performed);
      case "press" ->
          store.actions().finish(ACTION, new ActionOutcome(first, "by the other press")).toString();
      case "logged" -> logged();
      case "noted" -> String.join(", ", noted);
      case "look", "events", "evidence", "consumers", "forget", "number", "numbers", "trimmed" ->
          events.made(text);
      case "give",
          "mark",
          "confirm",
          "confirmed",
          "grow",
          "leaves",
          "tree",
          "head",
          "grown",
          "size",
          "prove",
          "content",
          "renew",
          "consistency",
          "proof" ->
          events.made(text);
      default -> doors.made(step);
    };
  }

  private String times(int many, String step) {
    return IntStream.range(0, many).mapToObj(at -> step(step)).collect(joining(", "));
  }

  private String found(String id) {
    TransactionLookup found = find(id);
    boolean isMember = found instanceof TransactionLookup.Found there && there.batch().isPresent();
    return found.getClass().getSimpleName() + (isMember ? " in a batch" : "");
  }

  private DeadOwner dead() {
    return new DeadOwner(store);
  }

  /** A dead process has left out the first of a record of several, which has ended. */
  private void leave(List<String> all) {
    RecordId left = dead().left(all.stream().map(DoorSteps::body).toArray(NewTransaction[]::new));
    dead().decide(left, 1, new Verdict(Map.of(), ids(all.get(0)), Set.of(), Map.of()));
    dead().move(Transition.finish(left, all.size() == 1 ? State.CANCELING : State.APPLIED));
  }

  private void host(TwoPhase.Builder another) {
    host.close();
    host = another.build();
  }

  private String kept(List<String> how) {
    Optional<ReceiptPeriod> receipts =
        how.size() > 1
            ? Optional.of(ReceiptPeriod.of(Duration.parse(how.get(1))))
            : Optional.of(ReceiptPeriod.FOR_EVER).filter(any -> how.get(0).equals("receipts"));
    use(how.get(0).equals("all") ? InMemoryStore.create(() -> now) : keeping(receipts));
    return done(() -> doors = doors());
  }

  private String bury(String id) {
    return store.records().insert(List.of(NewRecord.tombstone(new RecordId(id)))).toString();
  }

  private String ended() {
    return store.records().list(RecordQuery.ended(Duration.ZERO, 10)).stream()
        .map(Lookup::id)
        .collect(joining(" "));
  }

  /** A member is replaced by its receipt, as a pass does that then dies. */
  private String replaced(String id) {
    Removal removal = removal(id);
    return store
        .records()
        .remove(
            List.of(
                new Removal(removal.going(), Receipt.of(lookup(id).transaction().orElseThrow()))))
        .toString();
  }

  private String audit(String how) {
    return (how.equals("against") ? host.audit().runAgainst(events.kept()) : host.audit().run())
        .findings().stream()
            .map(found -> found.kind() + " " + (how.equals("words") ? found.detail() : found.id()))
            .collect(joining(", "));
  }

  /**
   * An audit says where it is, what it has read of each kind, and how much is off; the watch ends
   * it where it says so, or throws.
   */
  private String watched(String end) {
    List<String> all = new ArrayList<>();
    AuditWatch watch =
        now -> {
          String said =
              "%s %d+%d+%d+%d=%d with %d"
                  .formatted(
                      now.phase(),
                      now.transactions(),
                      now.accounts(),
                      now.documents(),
                      now.decided(),
                      now.read(),
                      now.findings());
          all.add(said);
          if (end.equals("throws")) {
            throw new IllegalStateException("planted");
          }
          return end.isEmpty() || !said.startsWith(end);
        };
    return host.audit()
            .run(Optional.empty(), watch)
            .map(report -> report.equals(host.audit().run()) ? "as any: " : "another: ")
            .orElse("ended: ")
        + String.join(", ", all);
  }

  /** A pass of retention; of one that holds back some, it is noted what it is shown. */
  private Retention retention(List<String> holding) {
    BeforeRemoval noting =
        page -> {
          pages.add(new TreeSet<>(page.ids()).toString());
          return ids(holding.toArray(String[]::new));
        };
    Store seen = seen();
    return holding.isEmpty()
        ? host.retention()
        : new Retention(
            seen,
            () -> List.of(new CarryForward(seen.carried(), new HashSet<>()), noting),
            new Trimming(seen));
  }

  /**
   * A function is in conflict in each run before one, which comes a moment later, and declines, if
   * it is to; in the run before that, something else than a function takes an id.
   */
  private String tried(String id, int last, String taken) {
    TransactionFunction<String> function =
        tx -> {
          DocumentSnapshot read = tx.get(DoorSteps.ORDER).orElseThrow();
          runs++;
          if (runs == last - 1) {
            bury(taken);
          }
          if (runs < last) {
            host.run(TwoPhase.transaction("w" + runs).change(DoorSteps.ORDER, set("n", runs)))
                .orElseThrow();
          } else if (runs == last) {
            now = now.plusMillis(1);
            if (taken.equals("declines")) {
              throw tx.decline("not yet");
            }
          }
          tx.put(read.with("n", -1));
          return "";
        };
    return host.transact(id, function).getClass().getSimpleName() + " after " + runs + " runs";
  }

  private static String words(Retention.Removed removed) {
    return "%d transactions, %d records, %d receipts"
            .formatted(removed.transactions(), removed.batches(), removed.receipts())
        + removed.stays().stream().map(left -> ", " + left).collect(joining())
        + (removed.stays().size() > 9 ? ", " + removed.stays().size() + " stay" : "")
        + removed.fault().map(fault -> ", " + fault.getMessage()).orElse("");
  }

  private String shown() {
    String all = String.join(", ", pages);
    pages.clear();
    return all;
  }

  private String carried(String account) {
    CarriedBalance sum = carriedOf(account, account);
    return "%s of %d lines, the last of %s, changed %d times"
        .formatted(sum.sum(), sum.lines(), sum.latest().orElseThrow(), sum.changes());
  }

  /** The balance that is carried of one account, as that of another one. */
  private CarriedBalance carriedOf(String account, String another) {
    CarriedBalance sum = store.carried().find(List.of(accountId(account))).get(0).get();
    return Copies.with(sum, "account", accountId(another));
  }

  /** A round of recovery, each by the same host. */
  private String round() {
    if (rounds == null) {
      rounds =
          new Recovery.RecoveryRounds(
              host.recovery(), RecoveryRequest.olderThan(DAY.multipliedBy(2)));
    }
    recovered.clear();
    rounds.next(each -> recovered.add(each.toString()));
    return String.join(", ", recovered);
  }

  private static Unreadables.Kind kind(String name) {
    return Unreadables.Kind.valueOf(name);
  }

  /** An operator's action comes to this, and is done while another step is made. */
  private String perform(String subject, String outcome, String step) {
    OperatorAction action =
        new OperatorAction(
            ACTION,
            new OperatorName("Ann"),
            new ActionReason("it is stuck"),
            ActionKind.VOID,
            subject,
            Map.of());
    return host.actions()
        .perform(
            action,
            () -> {
              performed++;
              Stream.of(step.split(" while ", 2)).skip(1).forEach(it -> noted.add(step(it)));
              return new ActionOutcome(outcome, "all of it");
            })
        .fold(
            refused -> refused.kind() + " " + refused.message(),
            done -> done.code() + ": " + done.message());
  }

  private String logged() {
    return host.actions().latest(Optional.empty(), Optional.empty(), 0, 5).size()
        + " with "
        + host.actions().find(ACTION).orElseThrow().get().outcome().map(ActionOutcome::code);
  }
}
