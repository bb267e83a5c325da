package io.twophase.test.equality;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;

import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random transactions: transfers, many debits and credits, and operations on documents. */
public final class RandomBodies {

  /** The documents of the operations, wherever they are. */
  static final List<DocumentRef> DOCUMENTS =
      List.of(
          CollectionName.of("orders").document(value("o1")),
          CollectionName.of("orders").document(value(5L)),
          CollectionName.of("orders").document(value(fields("a", 1, "b", "x"))),
          CollectionName.of("orders").document(value(null)),
          CollectionName.of("orders").document(value(new BigDecimal("0.5"))),
          CollectionName.of("orders").document(new Value.Date(5)),
          CollectionName.of("stock").inDatabase("shop").document(value("s1")),
          CollectionName.of("stock").inDatabase("shop").onCluster("far").document(value(true)));

  private static final List<String> ACCOUNTS = List.of("A", "B", "C", "nowhere");

  private final Random random;
  private final RandomDocuments documents;
  private final int ids;

  /**
   * Draws bodies.
   *
   * @param ids how many ids there are, for transactions that reverse another
   */
  public RandomBodies(Random random, int ids) {
    this.random = random;
    this.documents = new RandomDocuments(random);
    this.ids = ids;
  }

  /** An account that is there, or not. */
  String account() {
    return ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
  }

  /** Any transaction of that id. */
  public NewTransaction of(TransactionId id) {
    return random.nextInt(3) == 0 ? onDocuments(id) : onAccounts(id.value());
  }

  private NewTransaction onAccounts(String id) {
    long amount = random.nextInt(8) == 0 ? Long.MAX_VALUE : 1 + random.nextInt(50);
    return switch (random.nextInt(8)) {
      case 0 ->
          transaction(
              id,
              debit("A", cents(3)),
              credit("C", cents(1)),
              debit("B", cents(2)),
              credit("D", cents(4)));
      case 1 -> transfer(id, "A", "B", cents(amount)).noted("why not");
      case 2 -> transfer(id, "B", "A", cents(amount)).importedBy(row());
      case 3 ->
          new NewTransaction(
              transactionId(id),
              List.of(debit("B", cents(amount)), credit("A", cents(amount))),
              Optional.of(transactionId("t" + random.nextInt(ids))));
      case 4 ->
          transaction(
              id,
              debit("A", cents(amount)),
              credit("B", cents(amount)),
              debit("C", eur("1")),
              credit("D", eur("1")));
      case 5 -> transfer(id, "A", "B", cents(amount)).labelled(labels());
      default -> transfer(id, account(), "D", cents(amount));
    };
  }

  /** On some of the documents, in any order; often with a transfer among them. */
  private NewTransaction onDocuments(TransactionId id) {
    List<DocumentRef> touched = new ArrayList<>(DOCUMENTS);
    Collections.shuffle(touched, random);
    List<Operation> operations = new ArrayList<>();
    for (DocumentRef document : touched.subList(0, 1 + random.nextInt(touched.size()))) {
      operations.add(documents.operation(document));
    }
    if (random.nextBoolean()) {
      operations.add(random.nextInt(operations.size()), debit("A", cents(5)));
      operations.add(credit("B", cents(5)));
    }
    NewTransaction body = new NewTransaction(id, operations, Optional.empty());
    return random.nextBoolean() ? body.noted("an order") : body;
  }

  private Labels labels() {
    Labels some = Labels.NONE.referenced("r" + random.nextInt(2));
    return random.nextBoolean() ? some : some.with("k" + random.nextInt(2), "");
  }

  private ImportedRow row() {
    return new ImportedRow(
        String.valueOf(random.nextInt(2)).repeat(64), 1 + random.nextInt(9), random.nextBoolean());
  }
}
