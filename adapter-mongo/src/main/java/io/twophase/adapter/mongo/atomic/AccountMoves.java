package io.twophase.adapter.mongo.atomic;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.domain.account.Account;
import io.twophase.domain.id.AccountId;
import io.vavr.collection.Map;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * What turns accounts into what they are after a run: one update for each that moves, guarded as a
 * hold is. In a transaction the guard can only fail on a server that does not isolate them.
 */
final class AccountMoves {

  private AccountMoves() {}

  /** In the order of the ids. */
  static List<UpdateOneModel<BsonDocument>> between(
      Map<AccountId, Account> before, Map<AccountId, Account> after) {
    List<Account> moved = new ArrayList<>();
    before.forEach(
        (id, account) -> {
          if (account.balance() != after.get(id).get().balance()) {
            moved.add(account);
          }
        });
    moved.sort(Comparator.comparing((Account account) -> account.id().value()));
    return moved.stream()
        .map(account -> move(account, after.get(account.id()).get().balance() - account.balance()))
        .toList();
  }

  /** All that moves is settled at once: both bounds move with the balance. */
  private static UpdateOneModel<BsonDocument> move(Account from, long amount) {
    BsonDocument filter =
        open(from)
            .append(
                amount < 0 ? Field.AVAILABLE : Field.RECEIVABLE,
                new BsonDocument("$gte", new BsonInt64(Math.abs(amount))));
    BsonDocument moved =
        new BsonDocument(Field.BALANCE, new BsonInt64(amount))
            .append(Field.AVAILABLE, new BsonInt64(amount))
            .append(Field.RECEIVABLE, new BsonInt64(-amount));
    return new UpdateOneModel<>(filter, new BsonDocument("$inc", moved));
  }

  private static BsonDocument open(Account account) {
    BsonString currency = new BsonString(account.currency().getCurrencyCode());
    BsonDocument id = new BsonDocument(Field.ID, new BsonString(account.id().value()));
    return id.append(Field.OPEN_FOR, currency);
  }
}
