package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static io.twophase.domain.testing.StoredRecords.lone;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.transaction.BodyDigest.BodyText;
import io.vavr.control.Either;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Transactions as they are asked for, compared, reversed and captured, in scenes. */
class TransactionScenesTest {
  private static final TransactionId T = transactionId("t");

  private final Map<BodyDigest, String> digests = new HashMap<>();

  @ScenesOf({"asking.txt", "comparing.txt", "reversing.txt"})
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(
        BodyWords.verbs(this)
            .ofValues(NewTransaction.class)
            .reading(CaptureRequest.class, TransactionScenesTest::request)
            .saying(BodyDifference.class, BodyDifference::toString));
  }

  /** Asks for operations, which the constructor takes or refuses as well. */
  Either<TransactionRefusal, NewTransaction> ask(String words) {
    List<Operation> operations = BodyWords.operations(words);
    Either<TransactionRefusal, NewTransaction> asked =
        NewTransaction.of(T, operations, Optional.empty());
    if (asked.isLeft() && !operations.isEmpty()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new NewTransaction(T, operations, Optional.empty()))
          .withMessage("t: " + asked.getLeft().message());
    }
    asked.forEach(body -> assertThat(body.operations()).isEqualTo(operations));
    return asked;
  }

  Either<TransactionRefusal, NewTransaction> transfer(AccountId from, AccountId to, Money amount) {
    return NewTransaction.transfer(T, from, to, amount, false);
  }

  Either<TransactionRefusal, NewTransaction> asked(NewTransaction body) {
    return body.asked(body.labels()).peek(taken -> assertThat(taken).isSameAs(body));
  }

  Either<TransactionRefusal, NewTransaction> askedAsAuthorization(NewTransaction body) {
    return body.askedAsAuthorization().peek(taken -> assertThat(taken).isSameAs(body));
  }

  boolean moves(AccountId account, NewTransaction body) {
    return body.movesMoneyOf(account);
  }

  private static List<NewTransaction> two(String words) {
    return Stream.of(words.split(" \\| ", -1)).map(BodyWords::body).toList();
  }

  /** Two bodies ask for the same exactly if their digests are alike and no difference is named. */
  String same(String words) {
    NewTransaction one = two(words).get(0);
    NewTransaction other = two(words).get(1);
    boolean isSame = one.asksTheSameAs(other);
    assertThat(BodyDigest.of(one).equals(BodyDigest.of(other))).isEqualTo(isSame);
    assertThat(BodyDigest.of(one).isOf(other)).isEqualTo(isSame);
    assertThat(BodyDifference.between(one, other).isEmpty()).isEqualTo(isSame);
    assertThat(one.noted("why").labels()).isEqualTo(one.labels());
    assertThat(one.noted("why").importedRow()).isEqualTo(one.importedRow());
    return isSame + (one.equals(other) ? ", equal" : "");
  }

  List<BodyDifference> differences(String words) {
    return BodyDifference.between(two(words).get(0), two(words).get(1));
  }

  /** Each body of a scene has a digest of its own, which is the same whenever it is made. */
  void another(NewTransaction body) {
    assertThat(digests.put(BodyDigest.of(body), body.toString())).isNull();
    assertThat(digests).containsKey(BodyDigest.of(body));
  }

  BodyDigest digest(NewTransaction body) {
    return BodyDigest.of(body);
  }

  String text(NewTransaction body) {
    return BodyText.of(body);
  }

  /** Reverses a transaction that is in the state. */
  Either<Reversal.Refusal, NewTransaction> reverse(State state, NewTransaction body) {
    return Reversal.of(lone(state, body), 1);
  }

  /** How many ids so many tries at a reversal have, each of which says what it reverses. */
  long tries(TransactionId id, List<Long> attempts) {
    Transaction done = lone(State.DONE, Fixtures.transfer(id.value(), "A", "B", usd("5")));
    Set<TransactionId> tries = new HashSet<>();
    for (Long attempt : attempts) {
      NewTransaction reversal = Reversal.of(done, attempt.intValue()).get();
      assertThat(reversal.reverses()).contains(id);
      assertThat(reversal.id().reversed()).contains(id);
      tries.add(reversal.id());
    }
    return tries.size();
  }

  long bytes(NewTransaction body) {
    return body.bytes();
  }

  /** The bytes that an operation counts. */
  long size(Operation operation) {
    return operation.bytes();
  }

  private static CaptureRequest request(String word) {
    if (word.equals("full")) {
      return CaptureRequest.inFull();
    }
    if (!word.contains("=")) {
      return new CaptureRequest.OfEach(usd(word));
    }
    Map<AccountId, Money> amounts = new LinkedHashMap<>();
    for (String each : word.split("/", -1)) {
      String[] sides = each.split("=", 2);
      amounts.put(
          accountId(sides[0]),
          sides[1].endsWith("EUR") ? eur(sides[1].replace("EUR", "")) : usd(sides[1]));
    }
    return new CaptureRequest.ByAccount(amounts);
  }

  /** Captures what is held: in full, so much of each, or so much of some accounts. */
  String capture(CaptureRequest request, String words) {
    List<AccountOperation> held =
        BodyWords.operations(words).stream().map(AccountOperation.class::cast).toList();
    return request
        .of(held)
        .fold(
            Reason::message,
            captured ->
                (captured.equals(Captured.IN_FULL) ? "in full" : captured.amounts() + "")
                    + captured.of(held).stream()
                        .map(BodyWords::of)
                        .collect(joining(" & ", ": ", "")));
  }
}
