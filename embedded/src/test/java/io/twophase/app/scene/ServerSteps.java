package io.twophase.app.scene;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import java.time.Duration;
import java.util.ArrayList;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.Document;

/** Steps of hosts over a server's database, and of others who write to it. */
public class ServerSteps extends HostSteps {

  private static final Retention DAY = Retention.ofPass(Retention.SHORTEST).get();

  private final FreshDatabase database;
  private BsonDocument hidden = new BsonDocument();

  /** Steps of a host, which is closed with them. */
  public ServerSteps(FreshDatabase database, MongoStore store, TwoPhase host) {
    super(store, host);
    this.database = database;
  }

  @Override
  public String step(String written) {
    String[] words = written.split(" ", 2);
    return switch (words[0]) {
      case "db" -> done(() -> run(words[1]));
      case "receipts" -> done(this::leaveReceipts);
      case "forgetful" -> done(() -> use(TwoPhase.over(database.store(keeping(DAY))).build()));
      case "events" -> done(words.length == 1 ? host.events()::turnOn : host.events()::turnOff);
      case "evidence" -> done(host.evidence()::turnOn);
      case "number" -> host.events().number().toString();
      case "hide" -> done(() -> hidden = records().findOneAndDelete(record(words[1])));
      case "show" -> done(() -> show(Duration.parse(words[1].split(" ", -1)[1])));
      case "shift" -> done(() -> shift(Long.parseLong(words[1])));
      default -> super.step(written).replace(database.database().getName(), "db");
    };
  }

  private void run(String command) {
    Document reply = database.database().runCommand(BsonDocument.parse(command));
    assertThat(reply).as(command).doesNotContainKey("writeErrors");
  }

  /** All that is finished is removed, and leaves receipts. */
  private void leaveReceipts() {
    run(
        "{update: 'transactions', updates: [{q: {finishedAt: {$exists: true}},"
            + " u: {$set: {finishedAt: {$date: 0}}}, multi: true}]}");
    var unused = database.store(keeping(DAY.withReceiptsForEver().get()));
    host.retention().pass();
  }

  private static MongoStoreSettings keeping(Retention retention) {
    return Servers.QUIET.withRetention(retention);
  }

  final MongoCollection<BsonDocument> records() {
    return database.collection("transactions");
  }

  private static BsonDocument record(String id) {
    return new BsonDocument("_id", new BsonString(id));
  }

  /** The record that was hidden is there again, as one that was decided so much earlier. */
  private void show(Duration earlier) {
    long decided = hidden.getDateTime("decidedAt").getValue() - earlier.toMillis();
    records().insertOne(hidden.append("decidedAt", new BsonDateTime(decided)));
  }

  /** All numbers are so much greater. */
  private void shift(long by) {
    MongoCollection<BsonDocument> numbers = database.collection("transactions_events");
    for (BsonDocument each : numbers.find(Filters.gt("_id", 0L)).into(new ArrayList<>())) {
      numbers.deleteOne(each);
      BsonInt64 number = new BsonInt64(by + each.getInt64("_id").getValue());
      numbers.insertOne(each.append("_id", number));
      records()
          .updateOne(record(each.getString("record").getValue()), Updates.set("numbered", number));
    }
  }
}
