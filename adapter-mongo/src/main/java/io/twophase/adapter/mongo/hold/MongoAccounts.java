package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;
import static io.twophase.adapter.mongo.document.Docs.int64;
import static io.twophase.adapter.mongo.document.Docs.oneOf;

import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.Calls;
import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.adapter.mongo.driver.Reply.InsertOutcome;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.hold.DocumentCodec.Seen;
import io.twophase.adapter.mongo.hold.HoldCodec.HoldFilters;
import io.twophase.domain.AccountId;
import io.twophase.domain.PeriodName;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.account.PostingsChange;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.ports.Accounts;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bson.BsonDocument;

/**
 * The accounts in a MongoDB collection, and the periods in another.
 *
 * @param table of the accounts
 * @param periods the documents of the periods
 */
public record MongoAccounts(Table table, HoldRules rules, AccountCodec codec, PeriodWrites periods)
    implements Accounts {

  /** More than an account weighs that is opened. */
  private static final int OPENING_BYTES = 2_000;

  /**
   * The number of times that a change is sent again if it did not match although the account allows
   * it.
   */
  private static final int TRIES = 20;

  private static final BsonDocument IS_NOT_CLOSED =
      oneOf(AccountCodec.status(AccountStatus.ACTIVE), AccountCodec.status(AccountStatus.FROZEN));
  private static final BsonDocument IS_EMPTY = doc("$size", 0);

  private static final BsonDocument HAS_NO_CHECK =
      doc("$not", doc("$elemMatch", doc(Field.MODE, exists())));

  private TargetReads targets() {
    return new TargetReads(table, codec::decode, rules.home());
  }

  @Override
  public CollectionName collection() {
    return rules.accounts();
  }

  @Override
  public List<OpenOutcome> open(List<Opening> openings) {
    return Calls.send(
        table.server().batches(openings, Collections.nCopies(openings.size(), OPENING_BYTES)),
        this::openBatch,
        new OpenOutcome.InDoubt());
  }

  private List<OpenOutcome> openBatch(List<Opening> openings) {
    List<InsertOutcome> inserted =
        table.insert(
            openings.stream().map(opening -> AccountCodec.encode(Account.open(opening))).toList());
    List<Target> taken =
        IntStream.range(0, openings.size())
            .filter(at -> inserted.get(at) == InsertOutcome.KEY_TAKEN)
            .<Target>mapToObj(at -> new Target.OfAccount(openings.get(at).id()))
            .toList();
    Iterator<Optional<Seen>> there =
        Reply.ofFollowUpRead(() -> targets().find(taken))
            .getOrElse(Collections.nCopies(taken.size(), Optional.empty()))
            .iterator();
    List<OpenOutcome> outcomes = new ArrayList<>(openings.size());
    for (int at = 0; at < openings.size(); at++) {
      outcomes.add(
          switch (inserted.get(at)) {
            case INSERTED -> new OpenOutcome.Opened();
            case IN_DOUBT -> new OpenOutcome.InDoubt();
            case KEY_TAKEN -> compared(openings.get(at), there.next());
          });
    }
    return outcomes;
  }

  /** An account that has taken the id and is not seen may be of this call, and is in doubt. */
  private static OpenOutcome compared(Opening asked, Optional<Seen> seen) {
    if (seen.isEmpty()) {
      return new OpenOutcome.InDoubt();
    }
    Opening existing = readable("account " + asked.id(), seen.orElseThrow()).opening();
    return existing.equals(asked)
        ? new OpenOutcome.AlreadyOpen()
        : new OpenOutcome.Refused(new OpeningRefusal.OpenedDifferently(existing));
  }

  /** One command where the guard holds; else the account says why not. */
  @Override
  public StatusOutcome change(AccountId id, StatusChange change) {
    Reply<Optional<BsonDocument>> sent = send(id, change);
    for (int tries = 0; !sent.isInDoubt(); tries++) {
      Optional<BsonDocument> changed = sent.getOrElse(Optional.empty());
      if (changed.isPresent()) {
        return new StatusOutcome.Changed(
            readable(
                "account %s is %s now, and"
                    .formatted(id, AccountCodec.status(change.to()).getValue()),
                codec.decode(changed.orElseThrow())));
      }
      if (tries == TRIES) {
        throw new StoreException(
            "account %s refused to %s %s times, and its figures allow it"
                .formatted(id, change, TRIES));
      }
      Target target = new Target.OfAccount(id);
      Reply<Optional<Seen>> read =
          Reply.ofFollowUpRead(
              () -> targets().confirmed(target, targets().find(List.of(target)).get(0)));
      Optional<StatusOutcome> judged =
          read.fold(
              () -> Optional.of(new StatusOutcome.InDoubt()), seen -> judged(id, change, seen));
      if (judged.isPresent()) {
        return judged.orElseThrow();
      }
      sent =
          Reply.ofFollowUp(() -> again(id, change, read.getOrElse(Optional.empty()).orElseThrow()));
    }
    return new StatusOutcome.InDoubt();
  }

  private Reply<Optional<BsonDocument>> send(AccountId id, StatusChange change) {
    return table.updateAndGet(update(id, change));
  }

  /** {@code Account.change} as a guarded update, of an account whose status changes by it. */
  private static UpdateOneModel<BsonDocument> update(AccountId id, StatusChange change) {
    BsonDocument filter =
        HoldFilters.of(new Target.OfAccount(id))
            .append(Field.VERSION, AccountCodec.version())
            .append(Field.STATUS, IS_NOT_CLOSED);
    if (change == StatusChange.CLOSE) {
      filter.append(Field.BALANCE, int64(0)).append(Field.PENDING, IS_EMPTY);
    } else {
      filter.append(Field.PENDING, HAS_NO_CHECK);
    }
    boolean opens = change.to() == AccountStatus.ACTIVE;
    String from = opens ? Field.SHUT_FOR : Field.OPEN_FOR;
    return new UpdateOneModel<>(
        filter,
        doc("$set", doc(Field.STATUS, AccountCodec.status(change.to())))
            .append("$rename", doc(from, AccountCodec.openness(change.to()))));
  }

  private Reply<Optional<BsonDocument>> again(AccountId id, StatusChange change, Seen seen) {
    Optional<WriteModel<BsonDocument>> adoption = Adoptions.of(seen);
    return adoption.isEmpty()
        ? send(id, change)
        : table.update(List.of(adoption.orElseThrow())).flatMap(adopted -> send(id, change));
  }

  /** The account's answer to the change; none if the account allows it. */
  private static Optional<StatusOutcome> judged(
      AccountId id, StatusChange change, Optional<Seen> seen) {
    if (seen.isEmpty()) {
      return Optional.of(new StatusOutcome.Refused(new StatusRefusal.NotFound(id)));
    }
    Account account = readable("account " + id, seen.orElseThrow());
    Either<StatusRefusal, Account> answer = account.change(change);
    if (answer.isLeft()) {
      return Optional.of(new StatusOutcome.Refused(answer.getLeft()));
    }
    boolean isSo = answer.get().equals(account) && seen.orElseThrow().kind() == Seen.Kind.CURRENT;
    return isSo ? Optional.of(new StatusOutcome.Changed(account)) : Optional.empty();
  }

  private static Account readable(String account, Seen seen) {
    if (seen.fault().isPresent()) {
      throw new StoreException(account + " cannot be read: " + seen.fault().orElseThrow());
    }
    return seen.account().orElseThrow();
  }

  @Override
  public List<PeriodName> periods(Optional<PeriodName> after) {
    return periods.names(after, MOST_AT_ONCE);
  }

  @Override
  public MatchOutcome changePeriod(PeriodName period, PostingsChange change, Optional<String> why) {
    return periods.change(period, change, why);
  }
}
