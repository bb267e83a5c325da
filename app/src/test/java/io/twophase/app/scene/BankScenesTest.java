package io.twophase.app.scene;

import static io.twophase.app.testing.Scenes.done;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static java.util.stream.Collectors.joining;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.batch.DeadOwner;
import io.twophase.app.event.Consumed;
import io.twophase.app.event.TreeGrowth.Growth;
import io.twophase.app.recovery.Retention;
import io.twophase.app.recovery.Trimming;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.OneBank;
import io.twophase.app.testing.Scenes;
import io.twophase.app.testing.Scenes.Step;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Scenes of a bank: its events, evidence, retention and receipts, and the answers of its doors. The
 * store keeps what has ended for a day.
 */
@Timeout(60)
class BankScenesTest extends OneBank {

  private DoorSteps doors = doors();

  private TreeHead head = TreeHead.EMPTY;

  static Stream<Scenes.Scene> scenes() {
    return Stream.of(
            "events.txt",
            "evidence.txt",
            "retention.txt",
            "answers.txt",
            "periods.txt",
            "statements.txt")
        .flatMap(Scenes::of);
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(this::step);
  }

  private DoorSteps doors() {
    return new DoorSteps(() -> store, () -> host);
  }

  private String step(Step step) {
    String first = step.first();
    if (first.equals("reads")) {
      return consumed(step.verb(), step.number(1));
    }
    return switch (step.verb()) {
      case "keep" -> kept(step.words());
      case "wait" -> done(() -> now = now.plus(Duration.parse(first)));
      case "find" -> step.each(this::found);
      case "look" ->
          host.events().read(EventPosition.START, step.number(0)).events().stream()
              .map(event -> words(event.transaction()))
              .collect(joining(", "));
      case "events" ->
          onOrOff(first, host.events()::areOn, host.events()::turnOn, host.events()::turnOff);
      case "evidence" ->
          onOrOff(first, host.evidence()::isOn, host.evidence()::turnOn, host.evidence()::turnOff);
      case "consumers" -> consumers();
      case "forget" -> String.valueOf(host.events().forget(new ConsumerName(first)));
      case "number" -> host.events().number().toString();
      case "numbers" -> numbers();
      case "ended" -> ended();
      case "trimmed" -> Long.toString(store.events().trimmed());
      case "give" -> done(() -> store.events().give(Long.parseLong(first), records(step.tail())));
      case "confirm" -> done(() -> store.events().confirm(Long.parseLong(first)));
      case "bury" -> step.each(this::bury);
      case "remove" -> step.each(id -> store.records().remove(List.of(removal(id))).toString());
      case "leave" -> done(() -> leave(first));
      case "begun" -> done(() -> dead().left(first, DoorSteps.body(step.words().get(1))));
      case "forgetful" -> done(() -> forget(first.equals("on")));
      case "hasty" ->
          done(() -> host(TwoPhase.over(store).settings(Hosts.patient(Duration.ofMillis(50), 1))));
      case "grow" -> words(host.evidence().grow());
      case "head" -> done(() -> head = host.evidence().head());
      case "grown" -> String.valueOf(isGrown());
      case "replace" -> step.each(this::replaced);
      case "size" -> Long.toString(host.evidence().head().size());
      case "prove" -> step.each(this::proof);
      case "audit" -> audit(first);
      case "retention" -> retention(step.words());
      case "scrub" -> Integer.toString(Books.scrub(host).size());
      case "recover" -> Books.recover(host).toString();
      case "renumber" -> done(host.recovery()::numberEvents);
      default -> doors.made(step);
    };
  }

  private String found(String id) {
    TransactionLookup found = find(id);
    boolean isMember = found instanceof TransactionLookup.Found there && there.batch().isPresent();
    return found.getClass().getSimpleName() + (isMember ? " in a batch" : "");
  }

  private DeadOwner dead() {
    return new DeadOwner(store);
  }

  /** A dead process has left a transfer out of its record of several, which has ended. */
  private void leave(String id) {
    RecordId left = dead().left(DoorSteps.body(id));
    dead().decide(left, 1, new Verdict(Map.of(), ids(id), Set.of(), Map.of()));
    dead().move(Transition.finish(left, State.CANCELING));
  }

  /** Records are open again after they were closed, as a failover may leave them, or not so. */
  private void forget(boolean forgets) {
    Store forgetful =
        Books.at(
            store,
            "move",
            call -> {
              List<?> moves = (List<?>) call.asked().get(0);
              return moves.stream().allMatch(one -> ((Transition) one).isClosing())
                  ? Collections.nCopies(moves.size(), MatchOutcome.MATCHED)
                  : call.make();
            });
    host(TwoPhase.over(forgets ? forgetful : store));
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

  private static String onOrOff(
      String which, BooleanSupplier isOn, Runnable turnOn, Runnable turnOff) {
    return switch (which) {
      case "on" -> done(turnOn);
      case "off" -> done(turnOff);
      default -> isOn.getAsBoolean() ? "on" : "off";
    };
  }

  private static List<RecordId> records(List<String> words) {
    return words.stream().map(RecordId::new).toList();
  }

  private String bury(String id) {
    return store.records().insert(List.of(NewRecord.tombstone(new RecordId(id)))).toString();
  }

  /** The events that a consumer reads in one call, and up to where. */
  private String consumed(String name, int limit) {
    List<String> read = new ArrayList<>();
    Consumed consumed =
        host.events()
            .consume(
                new ConsumerName(name),
                limit,
                page -> page.forEach(event -> read.add(words(event.transaction()))));
    return (read.isEmpty() ? "nothing" : String.join(", ", read))
        + " up to "
        + ((Consumed.Noted) consumed).position();
  }

  private static String words(TransactionLookup found) {
    return found.fold(
        there -> there.record().id() + " " + there.record().state(),
        absent -> "nothing of " + absent.id(),
        Object::toString,
        removed -> "a receipt of " + removed.receipt().id());
  }

  private String consumers() {
    return host.events().consumers().stream()
        .map(each -> "%s at %s, %d behind".formatted(each.name(), each.position(), each.behind()))
        .collect(joining(", "));
  }

  private String numbers() {
    return store.events().numbered(0).stream()
        .map(NumberedRecord::number)
        .map(String::valueOf)
        .collect(joining(" "));
  }

  private String ended() {
    return store.records().list(RecordQuery.ended(Duration.ZERO, 10)).stream()
        .map(Lookup::id)
        .collect(joining(" "));
  }

  private static String words(Growth growth) {
    return growth.getClass().getSimpleName() + " " + growth.size();
  }

  /** The tree proves the transaction, or says why not; {@code t@2} asks the tree of size 2. */
  private String proof(String asked) {
    String[] parts = asked.split("@", -1);
    long size = parts.length == 1 ? host.evidence().head().size() : Long.parseLong(parts[1]);
    return (parts.length == 1
            ? host.evidence().proof(transactionId(parts[0]))
            : host.evidence().proof(transactionId(parts[0]), size))
        .fold(
            Object::toString,
            proof -> proof.proves(host.evidence().head(size).get()) ? "proven" : "not proven");
  }

  private boolean isGrown() {
    TreeHead last = host.evidence().head();
    return host.evidence().consistency(head.size(), last.size()).get().proves(head, last);
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
    return (how.equals("against") ? host.audit().runAgainst(head) : host.audit().run())
        .findings().stream()
            .map(found -> found.kind() + " " + (how.equals("words") ? found.detail() : found.id()))
            .collect(joining(", "));
  }

  /** A pass of retention; of one that holds back some, nothing else is asked. */
  private String retention(List<String> holding) {
    Retention pass =
        new Retention(
            store,
            List.of(page -> Set.of(), page -> ids(holding.toArray(String[]::new))),
            new Trimming(store));
    Retention.Removed removed = holding.isEmpty() ? host.retention().pass() : pass.pass();
    return "%d transactions, %d records, %d receipts"
        .formatted(removed.transactions(), removed.batches(), removed.receipts());
  }
}
