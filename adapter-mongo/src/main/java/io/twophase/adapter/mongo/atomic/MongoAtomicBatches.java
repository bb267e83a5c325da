package io.twophase.adapter.mongo.atomic;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.domain.account.Account;
import io.twophase.domain.atomic.AtomicOutcome;
import io.twophase.domain.atomic.Fate;
import io.twophase.domain.atomic.SerialRun;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.AtomicBatches;
import io.twophase.ports.NewRecord;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Batches as one transaction of the server each: one read of the accounts, one bulk that inserts
 * the records, one bulk of updates, one commit.
 */
public final class MongoAtomicBatches implements AtomicBatches {

  private final ServerTransactions transactions;
  private final MongoCollection<BsonDocument> accounts;
  private final AccountCodec codec;
  private final FinishedRecords records;

  /** Runs batches of a store whose server has {@code transactions}. */
  public MongoAtomicBatches(
      ServerTransactions transactions,
      MongoCollection<BsonDocument> accounts,
      AccountCodec codec,
      FinishedRecords records) {
    this.transactions = transactions;
    this.accounts = accounts;
    this.codec = codec;
    this.records = records;
  }

  @Override
  public AtomicOutcome run(List<NewRecord.Begun> begun, boolean inOrder) {
    ServerTransactions.Ended<List<Fate>> ended =
        transactions.run(session -> written(session, begun, inOrder));
    return switch (ended.end()) {
      case COMMITTED -> new AtomicOutcome.Committed(ended.written().get());
      case ABORTED -> new AtomicOutcome.NotRun(true);
      case REFUSED, UNANSWERED -> new AtomicOutcome.NotRun(false);
      case IN_DOUBT -> new AtomicOutcome.InDoubt();
    };
  }

  /** What becomes of each; nothing if none is decided, or it is not to be committed. */
  private Option<List<Fate>> written(
      ClientSession session, List<NewRecord.Begun> begun, boolean inOrder) {
    Map<AccountId, Account> before = HashMap.empty();
    Set<AccountId> others = new HashSet<>();
    for (StoredAccount stored : read(session, begun)) {
      Option<Account> current = current(stored);
      if (current.isDefined()) {
        before = before.put(current.get().id(), current.get());
      } else {
        others.add(new AccountId(id(stored)));
      }
    }
    List<NewTransaction> bodies = begun.stream().map(NewRecord.Begun::body).toList();
    SerialRun run = SerialRun.of(before, others, bodies, inOrder);
    List<BsonDocument> finished = records.of(begun, run.fates());
    if (finished.isEmpty()) {
      return Option.none();
    }
    if (!records.insert(session, finished)) {
      return Option.none();
    }
    List<UpdateOneModel<BsonDocument>> moves = AccountMoves.between(before, run.accounts());
    boolean haveAllMoved =
        moves.isEmpty() || accounts.bulkWrite(session, moves).getMatchedCount() == moves.size();
    return Option.when(haveAllMoved, run.fates());
  }

  private List<StoredAccount> read(ClientSession session, List<NewRecord.Begun> begun) {
    Set<String> ids = new TreeSet<>();
    begun.forEach(
        record -> record.body().accountOperations().forEach(on -> ids.add(on.account().value())));
    BsonArray named = new BsonArray(ids.stream().map(BsonString::new).toList());
    List<StoredAccount> found = new ArrayList<>(ids.size());
    accounts
        .find(session, new BsonDocument(Field.ID, new BsonDocument("$in", named)))
        .forEach(document -> found.add(codec.decode(document)));
    return found;
  }

  /** One of the tutorial is adopted by the protocol's next hold. */
  private static Option<Account> current(StoredAccount stored) {
    return stored.fold(
        current -> Option.some(current.read()), tutorial -> Option.none(), odd -> Option.none());
  }

  private static String id(StoredAccount stored) {
    return stored.fold(
        current -> current.read().id().value(),
        tutorial -> tutorial.read().id().value(),
        unreadable -> unreadable.id());
  }
}
