package io.twophase.bench.growth;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.document.TransactionCodec;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.bench.measure.Workload;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonDocument;

/** Puts a past into a database: transactions that are finished, and ones that are stuck. */
final class History {

  private static final Option<ApplicationName> APPLICATION =
      Option.some(new ApplicationName("bench"));
  private static final Epoch FIRST = new Epoch(1);

  private final MongoClient client;
  private final String database;
  private final TransactionCodec codec = new TransactionCodec(Host.CURRENCY);
  private final Instant began = Instant.EPOCH;

  History(MongoClient client, String database) {
    this.client = client;
    this.database = database;
  }

  /**
   * Inserts finished transfers between the first two accounts, there and back, so that together
   * they leave every balance as it is. Both numbers are even.
   */
  void finished(long from, long to) {
    Ledger.fill(
        Ledger.collection(client.getDatabase(database), Ledger.TRANSACTIONS),
        from,
        to,
        this::document);
  }

  private BsonDocument document(long number) {
    boolean there = number % 2 == 0;
    NewTransaction body =
        NewTransaction.transfer(
                new TransactionId("finished-" + number),
                Host.account(there ? 0 : 1),
                Host.account(there ? 1 : 0),
                new Money(1, Host.CURRENCY))
            .get();
    return codec.encode(
        new Transaction(
            body,
            State.DONE,
            FIRST,
            APPLICATION,
            Option.some(new Token("finished")),
            Option.none(),
            began,
            began,
            Timeline.NONE
                .moved(State.PENDING, State.APPLIED, began)
                .moved(State.APPLIED, State.DONE, began)));
  }

  /** Begins transfers, holds for them, and leaves them so. */
  void stuck(long number, Workload workload, int batch, long seed, String prefix) {
    Host host = new Host(client, database, batch, prefix, StoppingTransactions::new);
    SplittableRandom random = new SplittableRandom(seed);
    for (long left = number; left > 0; left -= batch) {
      List<TransferRequest> requests = new ArrayList<>(batch);
      for (int at = 0; at < Math.min(left, batch); at++) {
        requests.add(host.request(workload.next(random)));
      }
      try {
        host.twoPhase().transfers().transferAll(requests, Order.ANY);
      } catch (StoppingTransactions.Stopped expected) {
        continue;
      }
      throw new IllegalStateException("transfers that were to be stuck are not");
    }
  }
}
