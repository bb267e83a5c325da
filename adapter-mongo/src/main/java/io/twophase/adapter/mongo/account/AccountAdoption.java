package io.twophase.adapter.mongo.account;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.server.Server;
import java.util.List;
import org.bson.BsonDocument;

/** Makes the tutorial's accounts this software's, each if it is still as it was read. */
public final class AccountAdoption {

  private final Writes writes;
  private final AccountCodec codec;

  /** Adopts accounts of {@code accounts}. */
  public AccountAdoption(
      MongoCollection<BsonDocument> accounts, AccountCodec codec, Server server) {
    this(new Writes(accounts, server), codec);
  }

  AccountAdoption(Writes writes, AccountCodec codec) {
    this.writes = writes;
    this.codec = codec;
  }

  /**
   * Adopts each account that is as it was read, whole, and leaves any other as it is.
   *
   * @return how many were; where that is in doubt, reading them tells
   */
  public Answer<Integer> adopt(List<StoredAccount.Tutorial> accounts) {
    return writes
        .update(
            accounts.stream()
                .map(
                    account ->
                        AccountUpdates.adopt(account.document(), codec.encode(account.read())))
                .toList())
        .map(Matches::total);
  }
}
