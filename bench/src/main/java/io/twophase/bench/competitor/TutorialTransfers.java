package io.twophase.bench.competitor;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.adoption.TutorialProtocol;
import io.twophase.adapter.mongo.adoption.TutorialProtocol.TutorialTransfer;
import io.twophase.adapter.mongo.document.Field;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/**
 * The tutorial's protocol as the tutorial writes it, eight commands to a transfer, with the write
 * concern that it asks for in production. The claim finds its transaction by id: without an index,
 * the tutorial's own query would read all that are finished.
 */
final class TutorialTransfers implements Competitor {

  private static final String APPLICATION = "bench";

  private final MongoCollection<BsonDocument> accounts;
  private final TutorialProtocol protocol;
  private final String ids;
  private final AtomicLong count = new AtomicLong();

  TutorialTransfers(MongoClient client, String name, String ids) {
    MongoDatabase database = client.getDatabase(name).withWriteConcern(WriteConcern.MAJORITY);
    this.accounts = Ledger.collection(database, Ledger.ACCOUNTS);
    this.ids = ids;
    this.protocol = TutorialProtocol.using(database, Ledger.ACCOUNTS, Ledger.TRANSACTIONS);
  }

  @Override
  public void open(int number, long balance) {
    Ledger.open(accounts, number, balance, new BsonDocument(Field.PENDING, new BsonArray()));
  }

  @Override
  public int run(List<BenchTransfer> transfers, AnswerListener listener) {
    return Competitor.oneByOne(
        transfers,
        listener,
        asked ->
            () -> {
              TutorialTransfer transfer =
                  TutorialTransfer.of(
                      ids + count.incrementAndGet(),
                      Ledger.account(asked.source()),
                      Ledger.account(asked.destination()),
                      asked.amount());
              protocol.submit(transfer);
              protocol.run(protocol.claim(transfer, APPLICATION).orElseThrow());
              return true;
            });
  }

  @Override
  public void close() {
    protocol.close();
  }
}
