package io.twophase.adapter.mongo.account;

import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.domain.id.AccountId;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Reads accounts whole. Some servers let a reader see an update of a document half made, so an
 * account whose sums are wrong is read again, a few times, before it is called unreadable.
 */
public final class AccountReader {

  private static final int READ_AGAIN = 8;

  private final Reads reads;
  private final AccountCodec codec;

  /** Of the accounts that {@code reads} reads. */
  public AccountReader(Reads reads, AccountCodec codec) {
    this.reads = reads;
    this.codec = codec;
  }

  /** What there is under each of the ids where there is anything. */
  public Map<AccountId, StoredAccount> byId(Collection<AccountId> ids) {
    Map<AccountId, StoredAccount> found = new HashMap<>();
    read(ids, found);
    for (int again = 0; again < READ_AGAIN; again++) {
      List<AccountId> torn = new ArrayList<>();
      found.forEach(
          (id, stored) -> {
            if (isTorn(stored)) {
              torn.add(id);
            }
          });
      if (torn.isEmpty()) {
        break;
      }
      read(torn, found);
    }
    return found;
  }

  /**
   * Answers the accounts as they were read, and some of them as a majority confirms: before an
   * account refuses anything.
   */
  Map<AccountId, StoredAccount> confirmed(
      Map<AccountId, StoredAccount> seen, Collection<AccountId> ids) {
    if (!reads.mayLag()) {
      return seen;
    }
    Map<AccountId, StoredAccount> confirmed = new HashMap<>(seen);
    for (AccountId id : ids) {
      confirmed.remove(id);
      reads
          .confirmed(new BsonString(id.value()))
          .forEach(document -> confirmed.put(id, codec.decode(document)));
    }
    return confirmed;
  }

  /** Reads the account of one id as a majority confirms it. */
  public Option<StoredAccount> confirmed(AccountId id, Option<StoredAccount> seen) {
    Map<AccountId, StoredAccount> read = seen.fold(Map::of, stored -> Map.of(id, stored));
    return Option.of(confirmed(read, List.of(id)).get(id));
  }

  /** What there is under one id. */
  Option<StoredAccount> byId(AccountId id) {
    return Option.of(byId(List.of(id)).get(id));
  }

  /** Shows {@code consumer} all that there is, in the order of the ids. */
  void all(Consumer<StoredAccount> consumer) {
    all(new BsonDocument(), consumer);
  }

  /** Shows {@code consumer} all that have a hold, in the order of the ids. */
  void held(Consumer<StoredAccount> consumer) {
    all(Indexes.isHeld(), consumer);
  }

  private void all(BsonDocument filter, Consumer<StoredAccount> consumer) {
    reads.all(
        filter,
        document -> {
          StoredAccount stored = codec.decode(document);
          consumer.accept(
              isTorn(stored)
                  ? byId(new AccountId(document.getString(Field.ID).getValue())).getOrElse(stored)
                  : stored);
        });
  }

  private void read(Collection<AccountId> ids, Map<AccountId, StoredAccount> into) {
    List<String> texts = ids.stream().map(AccountId::value).toList();
    reads
        .byId(texts)
        .forEach((id, document) -> into.put(new AccountId(id), codec.decode(document)));
  }

  private static boolean isTorn(StoredAccount stored) {
    return stored instanceof StoredAccount.Unreadable unreadable && unreadable.mayBeTorn();
  }
}
