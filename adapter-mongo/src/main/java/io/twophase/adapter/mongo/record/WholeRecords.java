package io.twophase.adapter.mongo.record;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.adapter.mongo.record.TransactionTrial.DatedInsert;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.record.Verdict.Run;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Holds;
import io.twophase.ports.Records.Whole;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bson.BsonDocument;

/**
 * Records that run as one transaction of the server each. In it the holds are placed, the members
 * are run, the ended record is inserted and the holds are ended, each as the protocol does it: so
 * the protocol's own documents are left behind, and nobody sees a hold.
 *
 * @param holds of the store, within a transaction
 * @param records the collection of the records
 * @param adoptedCurrency of what the tutorial has made
 */
public record WholeRecords(
    ServerTransactions transactions,
    Function<ClientSession, Holds> holds,
    MongoCollection<BsonDocument> records,
    Currency adoptedCurrency,
    ServerClock clock) {

  /**
   * An authorization waits for its capture, and what is submitted for its owner; and no transaction
   * of the server reaches another cluster.
   */
  Whole run(NewRecord asked) {
    boolean endsAtOnce =
        asked.first().owner().isPresent()
            && !asked.isTombstone()
            && asked.members().stream().allMatch(WholeRecords::endsAtOnce);
    if (!endsAtOnce) {
      return Whole.of(Whole.Kind.NOT_RUN);
    }
    ServerTransactions.Ended<TransactionRecord> ended =
        transactions.run(session -> new Attempt(session, asked).written());
    return switch (ended.end()) {
      case COMMITTED -> Whole.committed(ended.written().orElseThrow());
      case ABORTED -> Whole.of(Whole.Kind.CONTENDED);
      case REFUSED, UNANSWERED -> Whole.of(Whole.Kind.NOT_RUN);
      case IN_DOUBT -> Whole.of(Whole.Kind.IN_DOUBT);
    };
  }

  private static boolean endsAtOnce(NewTransaction body) {
    return body.authorization().isEmpty()
        && body.documentOperations().stream()
            .allMatch(operation -> operation.document().collection().cluster().isEmpty());
  }

  /** One transaction of the server. */
  private final class Attempt {

    private final ClientSession session;
    private final NewRecord asked;
    private final Holds targets;
    private final List<Member> members;
    private final Claims claims;
    private final Map<Target, Either<CancelReason, Range>> answers = new HashMap<>();
    private final Map<Claim, Hold> placed = new LinkedHashMap<>();
    private boolean isInTheWay;

    Attempt(ClientSession session, NewRecord asked) {
      this.session = session;
      this.asked = asked;
      this.targets = holds.apply(session);
      this.members = Member.of(asked.members());
      this.claims = Claims.of(members, asked.id().isOfMany());
    }

    /** The record as it is stored; none if others are in the way, or leave members out. */
    Optional<TransactionRecord> written() {
      List<Claim> less = place(claims.all());
      if (!isInTheWay && !less.isEmpty()) {
        less = place(less);
      }
      if (isInTheWay || !less.isEmpty()) {
        return Optional.empty();
      }
      Verdict verdict = verdict();
      return verdict.left().isEmpty() ? written(verdict) : Optional.empty();
    }

    /** Places holds; answers the claims of what is there where less is than was asked for. */
    private List<Claim> place(List<Claim> some) {
      List<Answer> told =
          targets.place(
              some.stream().map(claim -> new Placing(asked.id(), Epoch.FIRST, claim)).toList());
      List<Target> scarce = new ArrayList<>();
      List<Claim> less = new ArrayList<>();
      for (int at = 0; at < some.size(); at++) {
        isInTheWay |= !isTold(some.get(at), told.get(at), less);
        if (told.get(at).kind() == Answer.Kind.SHORT) {
          scarce.add(some.get(at).target());
        }
      }
      isInTheWay |= !targets.find(scarce).stream().allMatch(Attempt::isUnheld);
      return less;
    }

    /** A target that is held may be short for the holds of the dead, which the protocol clears. */
    private static boolean isUnheld(Sight sight) {
      return sight.stored().filter(there -> there.holds().isEmpty()).isPresent();
    }

    /** Returns whether the answer is one that no other has a part in. */
    private boolean isTold(Claim claim, Answer answer, List<Claim> less) {
      Target target = claim.target();
      return switch (answer.kind()) {
        case HELD -> {
          Hold hold = answer.hold().orElseThrow();
          answers.put(target, Either.right(hold.range()));
          placed.put(claim, hold);
          yield true;
        }
        case REFUSED -> {
          answers.put(target, Either.left(answer.reason().orElseThrow()));
          yield true;
        }
        case SHORT -> {
          Claim.OfRange reduced = claims.within(target, answer.available(), answer.receivable());
          if (reduced.range().isNothing()) {
            answers.put(target, Either.right(reduced.range()));
          } else {
            less.add(reduced);
          }
          yield true;
        }
        case PRESENT, BUSY -> false;
        // a read: a write that fails ends the transaction by itself
        case IN_DOUBT ->
            throw new StoreUnavailableException("a target could not be read: " + target);
      };
    }

    private Verdict verdict() {
      Map<TransactionId, Member> named =
          members.stream().collect(Collectors.toMap(Member::id, Function.identity()));
      return Run.of(asked.memberIds(), named, Set.of(), asked.first().inOrder(), answers);
    }

    private Optional<TransactionRecord> written(Verdict verdict) {
      Instant now = clock.now();
      Transition decision =
          Transition.decide(asked.id(), asked.memberIds(), Epoch.FIRST, Map.of(), verdict);
      TransactionRecord decided = asked.stored(now).after(decision, now);
      TransactionRecord ended = decided.after(Transition.finish(asked.id(), decided.state()), now);
      BsonDocument stored = insert(ended);
      List<MatchOutcome> ends = placed.isEmpty() ? List.of() : targets.end(ends(ended));
      return ends.stream().allMatch(end -> end == MatchOutcome.MATCHED)
          ? Optional.of(new RecordCodec(adoptedCurrency).decode(stored).get())
          : Optional.empty();
    }

    private BsonDocument insert(TransactionRecord ended) {
      BsonDocument document = RecordCodec.encode(ended);
      List<BsonDocument> members = new ArrayList<>();
      MemberCodec.encode(asked.membersApart(), document, members, new ArrayList<>());
      if (!members.isEmpty()) {
        records.insertMany(session, members);
      }
      return DatedInsert.into(records, session, document);
    }

    private List<Ending> ends(TransactionRecord ended) {
      Set<TransactionId> happening = new HashSet<>(ended.applied());
      List<Member> applied =
          members.stream().filter(member -> happening.contains(member.id())).toList();
      Map<Target, Long> nets = Claims.nets(applied, ended.verdict());
      return placed.entrySet().stream()
          .map(
              one -> {
                Claim claim = one.getKey();
                Target target = claim.target();
                Optional<Hold> hold = Optional.of(one.getValue());
                Long net = nets.get(target);
                return net == null
                    ? Ending.withdraw(asked.id(), claim, Epoch.FIRST, hold)
                    : Ending.settle(asked.id(), claim, Epoch.FIRST, net, hold);
              })
          .toList();
    }
  }
}
