package io.twophase.app.scene;

import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.value.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Operations and documents of scenes of single writes, in words. */
final class WriteWords {

  static final DocumentRef ORDER = order("o1");
  static final DocumentRef STOCK = CollectionName.of("stock").document(value("sku1"));
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
          Map.entry("raise", change(ORDER, inc("n", 1))),
          Map.entry("lift", change(STOCK, inc("n", 1))),
          Map.entry("take", add(STOCK, "n", -20)),
          Map.entry("bring", add(STOCK, "n", 30)),
          Map.entry("look", check(STOCK)),
          Map.entry("other", check(order("other"))),
          Map.entry("create", insert(order("new"), fields("a", 1))),
          Map.entry(
              "vet", check(InMemoryStore.ACCOUNTS.document(value("A")), is("status", "active"))),
          Map.entry("unpaid", check(ORDER, is("status", "UnPaid"))),
          Map.entry("five", debit("B", usd("5.00"))),
          Map.entry("back", debit("B", usd("10.00"))),
          Map.entry("home", credit("A", usd("10.00"))),
          Map.entry("back9", debit("B", usd("9.00"))),
          Map.entry("home9", credit("A", usd("9.00"))));

  private static final Pattern INSERTED =
      Pattern.compile("(?:(\\w+):)?(?:(\\w+)\\.)?(\\w+)/(\\w+)");

  /** The operation of that name; {@code shop.orders/7} is the insertion of a document there. */
  static @Nullable Operation operation(String word) {
    Matcher inserted = INSERTED.matcher(word);
    if (!inserted.matches()) {
      return OPERATIONS.get(word);
    }
    CollectionName collection = CollectionName.of(inserted.group(3));
    if (inserted.group(2) != null) {
      collection = collection.inDatabase(inserted.group(2));
    }
    if (inserted.group(1) != null) {
      collection = collection.onCluster(inserted.group(1));
    }
    return insert(collection.document(value(inserted.group(4))), fields());
  }

  /**
   * A document that no rule would make, such as {@code stock n=50 within 30 50 t:take}: of the
   * bounds it has so much available and receivable, and it has these holds.
   */
  static Sight shown(Home home, List<String> words) {
    String[] field = words.get(1).split("=", 2);
    Map<String, Document.Escrow> bounds = new HashMap<>();
    List<Hold> holds = new ArrayList<>();
    boolean isPlaceholder = words.contains("placeholder");
    int within = words.indexOf("within");
    if (within > 0) {
      bounds.put(
          field[0],
          new Document.Escrow(
              Long.parseLong(words.get(within + 1)),
              Long.parseLong(words.get(within + 2)),
              0,
              100));
    }
    for (String held : words.stream().filter(word -> word.contains(":")).toList()) {
      holds.add(hold(home, held.split(":", 2)[0], operation(held.split(":", 2)[1])));
    }
    DocumentRef ref =
        Map.of("orders", ORDER, "stock", STOCK, "new", order("new")).get(words.get(0));
    Fields fields =
        field[1].equals("gone")
            ? fields()
            : field[1].matches("\\d+")
                ? fields(field[0], Integer.parseInt(field[1]))
                : fields(field[0], field[1]);
    return Sight.found(new Document(ref, fields, isPlaceholder, Optional.empty(), holds, bounds));
  }

  /** A member in words: a transfer, or {@code t:pay} of one operation. */
  static NewTransaction member(String word) {
    String[] parts = word.split(":", 2);
    return word.contains("=") || parts.length == 1
        ? DoorSteps.body(word)
        : body(parts[0], operation(parts[1]));
  }

  private static NewTransaction body(String id, Operation operation) {
    return new NewTransaction(transactionId(id), List.of(operation), Optional.empty());
  }

  private static Hold hold(Home home, String id, Operation operation) {
    NewTransaction body = body(id, operation);
    Claim claim = Claims.of(List.of(Member.of(body)), false).all().get(0);
    return Hold.of(home, new Placing(RecordId.of(body.id()), epoch(1), claim));
  }
}
