package io.twophase.bench.competitor;

import static io.twophase.domain.document.Guards.where;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.twophase.app.TwoPhase;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.Money;
import io.twophase.domain.document.FieldChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A host whose orders are paid by this protocol: a debit, a credit, the order's change and a ledger
 * line, in one transaction over three collections.
 */
final class OrderHost {

  private final Host host;
  private final OrderStock stock;
  private final MongoDatabase database;

  OrderHost(MongoClient client, String database, int batch, String ids) {
    this.host = Host.of(client, database, batch, ids);
    this.database = client.getDatabase(database);
    this.stock = new OrderStock(this.database, ids);
  }

  TwoPhase twoPhase() {
    return host.twoPhase();
  }

  void open(int accounts, long balance) {
    host.open(accounts, balance);
  }

  void prepare(long orders) {
    stock.prepare(orders);
  }

  void finish() {
    host.finish();
  }

  void close() {
    host.close();
  }

  /** Pays the next order, from one account to the other. */
  TransactionRequest payment(BenchTransfer transfer) {
    TransactionRequest request = TransactionRequest.of(host.id());
    String order = stock.next();
    Money amount = new Money(transfer.amount(), Host.CURRENCY);
    return request
        .debit(Host.account(transfer.source()), amount)
        .credit(Host.account(transfer.destination()), amount)
        .change(
            TwoPhase.document(OrderStock.ORDERS, order),
            where(OrderStock.STATUS).is(OrderStock.UNPAID),
            FieldChange.set(OrderStock.STATUS, OrderStock.PAID))
        .insert(
            TwoPhase.document(OrderBooks.LEDGER, request.id().value()),
            Map.of(
                OrderBooks.ORDER,
                order,
                OrderBooks.SOURCE,
                Ledger.account(transfer.source()),
                OrderBooks.DESTINATION,
                Ledger.account(transfer.destination()),
                OrderBooks.VALUE,
                transfer.amount()));
  }

  /** What the audit finds, and what the documents say of each other. */
  List<String> findings() {
    List<String> findings = new ArrayList<>(host.findings());
    findings.addAll(OrderBooks.findings(database));
    return findings;
  }
}
