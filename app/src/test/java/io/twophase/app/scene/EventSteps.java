package io.twophase.app.scene;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.event.Consumed;
import io.twophase.app.event.Event;
import io.twophase.app.event.Events.ConsumerStatus;
import io.twophase.app.event.TreeGrowth;
import io.twophase.app.event.TreeGrowth.Growth;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordProof;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.testing.Verbs;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Steps at the events and the evidence of a bank, and what they answer. The calls of both doors,
 * and of their repositories, are steps too.
 */
final class EventSteps {

  private final Supplier<Store> bank;
  private final Supplier<Store> seen;
  private final Supplier<TwoPhase> hosts;
  private final Consumer<String> others;
  private final Map<String, RecordProof> proofs = new HashMap<>();
  private TreeHead head = TreeHead.EMPTY;

  /**
   * Steps over the store and the host of a scene.
   *
   * @param seen the store as the host sees it
   * @param others makes steps while a consumer reads
   */
  EventSteps(
      Supplier<Store> bank,
      Supplier<Store> seen,
      Supplier<TwoPhase> hosts,
      Consumer<String> others) {
    this.bank = bank;
    this.seen = seen;
    this.hosts = hosts;
    this.others = others;
  }

  /** Makes a step, and answers. */
  String made(String step) {
    var events = bank.get().events();
    return new Verbs(this, hosts.get().events(), hosts.get().evidence(), events, events.evidence())
        .reading(NumberedRecord.class, EventSteps::numbered)
        .saying(Event.class, event -> words(event.transaction()))
        .saying(Growth.class, grown -> grown.getClass().getSimpleName() + " " + grown.size())
        .saying(NumberedRecord.class, numbered -> Long.toString(numbered.number()))
        .saying(
            ConsumerStatus.class,
            each -> "%s at %s, %d behind".formatted(each.name(), each.position(), each.behind()))
        .apply(step);
  }

  private static NumberedRecord numbered(String words) {
    String[] parts = words.split(" ", 2);
    return new NumberedRecord(Long.parseLong(parts[0]), new RecordId(parts[1]));
  }

  List<Event> look(int limit) {
    return hosts.get().events().read(EventPosition.START, limit).events();
  }

  List<NumberedRecord> numbers() {
    return bank.get().events().numbered(0);
  }

  String events(String which) {
    var events = hosts.get().events();
    return onOrOff(which, events::areOn, events::turnOn, events::turnOff);
  }

  String evidence(String which) {
    var evidence = hosts.get().evidence();
    return onOrOff(which, evidence::isOn, evidence::turnOn, evidence::turnOff);
  }

  private static String onOrOff(
      String which, BooleanSupplier isOn, Runnable turnOn, Runnable turnOff) {
    (which.equals("on") ? turnOn : which.equals("off") ? turnOff : (Runnable) () -> {}).run();
    return isOn.getAsBoolean() ? "on" : "off";
  }

  /** The events that a consumer reads in one call, and up to where; meanwhile a step is made. */
  String consumed(String name, int limit, String step) {
    List<String> read = new ArrayList<>();
    Consumed consumed =
        hosts
            .get()
            .events()
            .consume(
                new ConsumerName(name),
                limit,
                page -> {
                  page.forEach(event -> read.add(words(event.transaction())));
                  Stream.of(step.split(" while ", 2)).skip(1).forEach(others);
                });
    return (read.isEmpty() ? "nothing" : String.join(", ", read))
        + (consumed instanceof Consumed.Noted noted ? " up to " + noted.position() : " in vain");
  }

  private static String words(TransactionLookup found) {
    return found.fold(
        there -> there.record().id() + " " + there.record().state(),
        absent -> "nothing of " + absent.id(),
        Object::toString,
        removed -> "a receipt of " + removed.receipt().id());
  }

  /** The tree proves the transactions, or says why not; {@code t@2} asks the tree of size 2. */
  String prove(String all) {
    return Stream.of(all.split(" ", -1)).map(this::proof).collect(joining(", "));
  }

  private String proof(String asked) {
    var evidence = hosts.get().evidence();
    String[] parts = asked.split("@", -1);
    long size = parts.length == 1 ? evidence.head().size() : Long.parseLong(parts[1]);
    return (parts.length == 1
            ? evidence.proof(transactionId(parts[0]))
            : evidence.proof(transactionId(parts[0]), size))
        .peek(proof -> proofs.put(parts[0], proof))
        .fold(Object::toString, this::words);
  }

  private String words(RecordProof proof) {
    TreeHead its = hosts.get().evidence().head(proof.inTree().size()).get();
    return proof.proves(its) ? "proven" : "not proven";
  }

  /** The text of the last proof of the transaction, in one line. */
  String content(String id) {
    return proofs.get(id).content().replace("\n", " | ");
  }

  /** The last proof of the transaction is asked for again, as it was, or with another amount. */
  String renew(String id, long size, Optional<String> amount) {
    RecordProof kept = proofs.get(id);
    RecordProof old =
        amount
            .map(other -> kept.content().replace("100", other))
            .map(forged -> new RecordProof(forged, Optional.empty(), kept.inTree()))
            .orElse(kept);
    var renewed = hosts.get().evidence().renewed(old, size);
    renewed.forEach(proof -> assertThat(proof.content()).isEqualTo(kept.content()));
    return renewed.fold(Object::toString, this::words);
  }

  /** The head of the tree is kept out of the store's reach. */
  void head() {
    head = hosts.get().evidence().head();
  }

  TreeHead kept() {
    return head;
  }

  boolean grown() {
    TreeHead last = hosts.get().evidence().head();
    var grown = hosts.get().evidence().consistency(head.size(), last.size());
    return grown.get().proves(head, last);
  }

  /** A pass makes leaves, and numbers nothing. */
  Growth leaves() {
    return new TreeGrowth(seen.get()).run();
  }

  /** Returns whether the leaves are those of a pass that nothing happens to. */
  boolean tree() {
    List<TreeLeaf> made = new ArrayList<>();
    new TreeGrowth(
            Interceptor.before(
                Store.class,
                bank.get(),
                (method, asked, call) ->
                    switch (method) {
                      case "size" -> (long) made.size();
                      case "leaves" ->
                          made.stream()
                              .filter(it -> ((Collection<?>) asked.get(0)).contains(it.number()))
                              .toList();
                      case "add" -> made.addAll(leaves(asked));
                      default -> call.make();
                    }))
        .run();
    return bank.get().events().evidence().after(0).equals(made);
  }

  @SuppressWarnings("unchecked") // an insert is of leaves
  private static List<TreeLeaf> leaves(List<Object> asked) {
    return (List<TreeLeaf>) asked.get(0);
  }
}
