package io.twophase.app.audit;

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
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is off is planted by single writes; each comes with what the audit finds of it. */
class AuditOfWritesTest {

  /** Writes after which nothing is off, the writes after which it is, and the findings. */
  private static final String SCENES =
      """
      begin t debit credit, hold t 1 debit, hold t 1 credit, decide t 1, settle t 1 debit

      begin t pay take create, hold t 1 pay, hold t 1 take, hold t 1 create, take over t 1

      begin t bring, hold t 1 bring, decide t 1, settle t 1 bring, finish t

      begin t vet, hold t 1 vet

      begin t debit credit; decide t 1, finish t
      BALANCE_DIFFERS A: balance is 100.00 USD, by the books 90.00 USD
      BALANCE_DIFFERS B: balance is 50.00 USD, by the books 60.00 USD

      begin t debit credit, hold t 1 debit; decide t 1, settle t 1 debit, finish t
      BALANCE_DIFFERS B: balance is 50.00 USD, by the books 60.00 USD
      SUM_DIFFERS USD: sum of balances is 140.00 USD, by the books 150.00 USD

      begin t debit credit; move t, move t, decide t 1, finish t
      BALANCE_DIFFERS A: balance is 80.00 USD, by the books 90.00 USD
      BALANCE_DIFFERS B: balance is 70.00 USD, by the books 60.00 USD

      begin t debit credit; move t, cancel t
      BALANCE_DIFFERS A: balance is 90.00 USD, by the books 100.00 USD
      BALANCE_DIFFERS B: balance is 60.00 USD, by the books 50.00 USD

      begin t debit credit paid received pay; decide t 1, finish t
      BALANCE_DIFFERS A: balance is 100.00 USD, by the books 90.00 USD
      BALANCE_DIFFERS B: balance is 50.00 USD, by the books 60.00 USD
      BALANCE_DIFFERS C: balance is 50.00 EUR, by the books 41.00 EUR
      BALANCE_DIFFERS D: balance is 0.00 EUR, by the books 9.00 EUR

      begin t debit credit paid received pay, hold t 1 paid; \
      move t, decide t 1, settle t 1 paid, finish t
      BALANCE_DIFFERS D: balance is 0.00 EUR, by the books 9.00 EUR
      SUM_DIFFERS EUR: sum of balances is 41.00 EUR, by the books 50.00 EUR

      begin t debit credit, hold t 1 credit; cancel t
      HOLD_OF_FINISHED B: holds a credit of 10.00 USD for t, which is canceled

      begin t debit credit, hold t 1 credit; decide t 1
      HOLD_MISSING A: neither holds nor has settled the debit of 10.00 USD of t

      begin t debit credit; hold t 1 more
      HOLD_DIFFERS A: holds a debit of 10.01 USD for t, which does not ask for it

      begin t debit credit; hold t 7 debit
      HOLD_DIFFERS A: holds a debit of 10.00 USD for t at epoch 7, its record is at 1

      begin t debit away, hold t 1 debit; decide t 1, settle t 1 debit, finish t
      SUM_DIFFERS USD: sum of balances is 140.00 USD, by the books 150.00 USD
      ACCOUNT_MISSING nowhere: is not there, and transactions moved 10.00 USD on it

      begin u pay; hold t 1 debit
      HOLD_WITHOUT_RECORD A: holds a debit of 10.00 USD for t, no record

      begin u vet, hold u 1 vet; hold t 1 pay, hold t 1 take, hold t 1 vet
      HOLD_WITHOUT_RECORD accounts "A": has the shared hold for t, no record
      HOLD_WITHOUT_RECORD orders "o1": has the exclusive hold for t, no record
      HOLD_WITHOUT_RECORD stock "sku1": has the escrow hold for t, no record

      begin t pay, hold t 1 pay, decide t 1; finish t
      SETTLE_MISSED orders "o1": has the exclusive hold for t, which is done, and has not been \
      settled here

      begin t pay, hold t 1 pay, take over t 1, decide t 2; finish t
      HOLD_OF_FINISHED orders "o1": has the exclusive hold for t, which is done

      begin t pay look; hold t 1 annul, hold t 1 take
      HOLD_DIFFERS orders "o1": has the exclusive hold for t, which does not ask for it
      HOLD_DIFFERS stock "sku1": has the escrow hold for t, which does not ask for it

      begin t pay; hold t 7 pay
      HOLD_DIFFERS orders "o1": has the exclusive hold for t at epoch 7, its record is at 1
      """;

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

  static Stream<Arguments> scenes() {
    return Stream.of(SCENES.split("\n\n"))
        .map(scene -> scene.strip().split("\n"))
        .map(lines -> Arguments.of(lines[0], List.of(lines).subList(1, lines.length)));
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void findsWhatWritesLeave(String writes, List<String> found) {
    String[] parts = writes.split("; ");
    for (String sound : parts[0].split(", ")) {
      make(sound);
      assertThat(findings()).as(sound).isEmpty();
    }
    Stream.of(parts).skip(1).flatMap(off -> Stream.of(off.split(", "))).forEach(this::make);

    assertThat(findings()).isEqualTo(found);
  }

  /** Makes a write in words; to move is to hold and settle ten dollars from A to B. */
  private void make(String write) {
    if (write.equals("move t")) {
      Stream.of("hold t 1 debit", "hold t 1 credit", "settle t 1 debit", "settle t 1 credit")
          .forEach(this::make);
    } else {
      this.writes.make(write, OPERATIONS);
    }
  }

  private List<String> findings() {
    return new Audit(store, Duration.ofHours(1))
        .run().findings().stream()
            .map(found -> found.kind() + " " + found.id() + ": " + found.detail())
            .toList();
  }
}
