package io.twophase.adapter.mongo.account;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.domain.account.Account;
import java.util.List;
import org.bson.BsonDocument;

/** Makes the tutorial's accounts this software's, each if it is still as it was read. */
public final class AccountAdoption {

  private final Writes writes;
  private final AccountCodec codec;
  private final AccountForms forms;

  /** Adopts accounts of {@code accounts}. */
  public AccountAdoption(
      MongoCollection<BsonDocument> accounts,
      AccountCodec codec,
      Server server,
      AccountForms forms) {
    this(new Writes(accounts, server), codec, forms);
  }

  AccountAdoption(Writes writes, AccountCodec codec, AccountForms forms) {
    this.forms = forms;
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
                        AccountUpdates.adopt(
                            account.document(), codec.encode(account.read(), forms.isSecond())))
                .toList())
        .map(Matches::total);
  }

  /**
   * Gives accounts of the first form the second, where that is what is written now; each that is of
   * the same status still.
   */
  public Answer<Integer> renew(List<Account> accounts) {
    return accounts.isEmpty() || !forms.isSecond()
        ? Answer.certain(0)
        : writes.update(accounts.stream().map(AccountUpdates::renew).toList()).map(Matches::total);
  }
}
