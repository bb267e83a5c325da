package io.twophase.bench.competitor;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.adoption.TutorialProtocol;
import io.twophase.adapter.mongo.adoption.TutorialTransfer;
import io.twophase.adapter.mongo.document.Field;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

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
  public int batch() {
    return 1;
  }

  @Override
  public void open(int number, long balance) {
    Ledger.fill(
        accounts,
        0,
        number,
        at ->
            new BsonDocument(Field.ID, new BsonString(Ledger.account((int) at)))
                .append(Field.BALANCE, new BsonInt64(balance))
                .append(Field.PENDING, new BsonArray()));
  }

  @Override
  public int run(List<BenchTransfer> transfers, AnswerListener listener) {
    for (BenchTransfer asked : transfers) {
      long start = System.nanoTime();
      TutorialTransfer transfer =
          TutorialTransfer.of(
              ids + count.incrementAndGet(),
              Ledger.account(asked.source()),
              Ledger.account(asked.destination()),
              asked.amount());
      protocol.submit(transfer);
      protocol.run(protocol.claim(transfer, APPLICATION).get());
      listener.after(System.nanoTime() - start, 1);
    }
    return transfers.size();
  }

  /** It keeps no books that could be checked. */
  @Override
  public List<String> findings() {
    return List.of();
  }

  @Override
  public void close() {
    protocol.close();
  }
}
