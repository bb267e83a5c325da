package io.twophase.app.scene;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import org.bson.BsonDocument;
import org.bson.Document;

/** Steps of hosts over a server's database, and of others who write to it. */
public final class ServerSteps extends HostSteps {

  private static final Retention DAY = Retention.ofPass(Retention.SHORTEST).get();

  private final FreshDatabase database;

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
      default -> super.step(written);
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
    database.store(
        MongoStoreSettings.defaults()
            .withProbe(false)
            .withRetention(DAY.withReceiptsForEver().get()));
    host.retention().pass();
  }
}
