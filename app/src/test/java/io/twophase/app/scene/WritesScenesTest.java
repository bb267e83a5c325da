package io.twophase.app.scene;

import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.usd;
import static java.util.stream.Collectors.joining;

import io.twophase.TwoPhaseListener;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.Audit;
import io.twophase.app.recovery.Orphan.Held;
import io.twophase.app.recovery.Scrub;
import io.twophase.app.recovery.Scrub.LeftAlone;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Step;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** The audit, and a scrub, find what single writes leave behind, in scenes. */
class WritesScenesTest {

  private static final DocumentRef ORDER = order("o1");
  private static final DocumentRef STOCK = CollectionName.of("stock").document(value("sku1"));
  private static final Map<String, Operation> OPERATIONS =
      Map.ofEntries(
          Map.entry("debit", debit("A", usd("10.00"))),
          Map.entry("credit", credit("B", usd("10.00"))),
          Map.entry("more", debit("A", usd("10.01"))),
          Map.entry("away", credit("nowhere", usd("10.00"))),
          Map.entry("paid", debit("C", eur("9.00"))),
          Map.entry("received", credit("D", eur("9.00"))),
          Map.entry("pay", change(ORDER, set("status", "Paid"))),
          Map.entry("annul", change(ORDER, set("status", "Void"))),
          Map.entry("take", add(STOCK, "n", -20)),
          Map.entry("bring", add(STOCK, "n", 30)),
          Map.entry("look", check(STOCK)),
          Map.entry("other", check(order("other"))),
          Map.entry("create", insert(order("new"), fields("a", 1))),
          Map.entry(
              "vet", check(InMemoryStore.ACCOUNTS.document(value("A")), is("status", "active"))));

  private final InMemoryStore store = Books.inMemory(100_00, 50_00);
  private final DocumentWrites writes = new DocumentWrites(store);

  @BeforeEach
  void storeDocuments() {
    store.accounts().open(List.of(account("C").opening(eur("50.00"))));
    store.accounts().open(List.of(account("D").opening(eur("0.00"))));
    store.store(ORDER, fields("status", "UnPaid"));
    store.store(STOCK, fields("n", 50));
  }

  @ScenesOf("/scenes/writes.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(text -> step(Step.of(text)));
  }

  private String step(Step step) {
    String words = String.join(" ", step.words());
    return switch (step.verb()) {
      case "sound" -> sound(words.split(", ", -1));
      case "write" -> write(words.split(", ", -1));
      case "audit" -> audit();
      case "scrub" -> scrub();
      case "holds" -> holds(step.first(), step.words().get(1));
      default -> throw new IllegalArgumentException(step.toString());
    };
  }

  /** The audit's findings after the first of the writes after which it finds something. */
  private String sound(String[] all) {
    return Stream.of(all)
        .map(one -> write(one) + audit())
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Makes writes in words; to move is to hold and settle ten dollars from A to B. */
  private String write(String... all) {
    for (String one : all) {
      if (one.equals("move t")) {
        write("hold t 1 debit", "hold t 1 credit", "settle t 1 debit", "settle t 1 credit");
      } else {
        writes.make(one, OPERATIONS);
      }
    }
    return "";
  }

  private String audit() {
    return new Audit(store, Duration.ofHours(1))
        .run().findings().stream()
            .map(found -> found.kind() + " " + found.id() + ": " + found.detail())
            .collect(joining(", "));
  }

  /** The orphans and their proofs; and what is reported and left alone. */
  private String scrub() {
    List<String> all = new ArrayList<>();
    new Scrub(store, TwoPhaseListener.IGNORED)
        .run(
            orphan -> all.add(words(orphan.held()) + " " + orphan.proof() + " " + orphan.outcome()),
            left -> all.add(words(((LeftAlone.Unsettled) left).held()) + " is unsettled"));
    return String.join(", ", all);
  }

  private static String words(Held held) {
    return held.target() + " " + held.hold().record();
  }

  private String holds(String collection, String id) {
    return writes
        .read(CollectionName.of(collection).document(value(id)))
        .map(there -> there.holds().size() + " " + there.escrow())
        .orElse("");
  }
}
