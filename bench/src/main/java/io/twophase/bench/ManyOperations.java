package io.twophase.bench;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.bench.competitor.Competitor;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.domain.document.FieldChange;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;

/**
 * Transactions of so many operations, one at a time: one half adds to number fields of one
 * collection's documents, the other changes documents of another. A transfer's source says with
 * which document it begins; the others follow.
 */
final class ManyOperations implements Competitor {

  /** The number of documents of each collection. */
  static final int DOCUMENTS = 128;

  private static final String STOCK = "stock";
  private static final String QUANTITY = "quantity";
  private static final String PARTS = "parts";
  private static final String CHANGED = "changed";
  private static final int ADDED_AT_ONCE = 32;

  private final Host host;
  private final Ledger ledger;
  private final int operations;

  /**
   * On this database.
   *
   * @param operations of each transaction: even, and no more than twice the documents
   */
  ManyOperations(Ledger ledger, int operations) {
    this.host = new Host(ledger, Host.Way.SINGLE);
    this.ledger = ledger;
    this.operations = operations;
  }

  /** Adds to each number field once: the first addition to a field is another than those after. */
  @Override
  public void open(int accounts, long balance) {
    Ledger.fill(ledger.collection(STOCK), 0, DOCUMENTS, number -> document(number, QUANTITY));
    Ledger.fill(ledger.collection(PARTS), 0, DOCUMENTS, number -> document(number, CHANGED));
    for (int first = 0; first < DOCUMENTS; first += ADDED_AT_ONCE) {
      TransactionRequest request = TransactionRequest.of(host.id());
      for (int at = first; at < first + ADDED_AT_ONCE; at++) {
        request = request.add(TwoPhase.document(STOCK, at), QUANTITY, 1);
      }
      if (!host.twoPhase().run(request).isApplied()) {
        throw new IllegalStateException("the first additions are not made");
      }
    }
  }

  private static BsonDocument document(long number, String field) {
    return new BsonDocument("_id", new BsonInt32((int) number)).append(field, new BsonInt64(0));
  }

  @Override
  public int run(List<BenchTransfer> transfers, AnswerListener listener) {
    return Competitor.oneByOne(
        transfers,
        listener,
        transfer -> {
          TransactionRequest request = request(transfer.source());
          return () -> host.twoPhase().run(request).isApplied();
        });
  }

  private TransactionRequest request(int first) {
    TransactionRequest request = TransactionRequest.of(host.id());
    for (int at = 0; at < operations / 2; at++) {
      int number = (first + at) % DOCUMENTS;
      request =
          request
              .add(TwoPhase.document(STOCK, number), QUANTITY, 1)
              .change(TwoPhase.document(PARTS, number), FieldChange.inc(CHANGED, 1L));
    }
    return request;
  }

  /**
   * Returns what the audit finds, and where the fields are not what all transactions have made of
   * them.
   */
  @Override
  public List<String> findings() {
    List<String> findings = new ArrayList<>(host.findings());
    long opening = DOCUMENTS / ADDED_AT_ONCE;
    long each =
        (ledger.collection(Ledger.TRANSACTIONS).countDocuments() - opening) * operations / 2;
    check(findings, STOCK, QUANTITY, DOCUMENTS + each);
    check(findings, PARTS, CHANGED, each);
    return findings;
  }

  private void check(List<String> findings, String collection, String field, long expected) {
    long sum = 0;
    for (BsonDocument document : ledger.collection(collection).find()) {
      sum += document.getNumber(field).longValue();
    }
    if (sum != expected) {
      findings.add(
          "transactions of %d operations: %s of all %s together is %d, and should be %d"
              .formatted(operations, field, collection, sum, expected));
    }
  }

  @Override
  public void close() {
    host.close();
  }
}
