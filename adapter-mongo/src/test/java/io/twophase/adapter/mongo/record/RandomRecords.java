package io.twophase.adapter.mongo.record;

import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;

import io.twophase.domain.Owner;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Claims.Sharing;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.transaction.NewTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random records on few accounts and orders. */
final class RandomRecords {

  static final CollectionName ORDERS = CollectionName.of("orders");

  private RandomRecords() {}

  /** One of any kind that can end at once. */
  static NewRecord of(Random random, int at, Owner owner) {
    if (random.nextInt(3) > 0) {
      return NewRecord.alone(body(random, "t" + at), owner);
    }
    Sharing sharing = new Sharing(CollectionName.of("accounts"), false);
    List<NewTransaction> members = new ArrayList<>();
    for (int member = 0; member < 6; member++) {
      NewTransaction body = body(random, "t" + at + "m" + member);
      if (sharing.takes(Member.of(body))) {
        members.add(body);
      }
    }
    return NewRecord.several(new RecordId("batch:" + at), members, random.nextBoolean(), owner);
  }

  private static NewTransaction body(Random random, String id) {
    String from = List.of("A", "B", "C", "E", "nowhere").get(random.nextInt(random.nextInt(5) + 1));
    String to = List.of("B", "A", "C").get(random.nextInt(3));
    long amount = 1L + random.nextInt(25);
    if (from.equals(to)) {
      return addition(random, id);
    }
    return switch (random.nextInt(5)) {
      case 0 ->
          NewTransaction.transfer(
                  transactionId(id), accountId(from), accountId(to), cents(amount), true)
              .get();
      case 1 -> addition(random, id);
      case 2 -> {
        List<Operation> operations =
            new ArrayList<>(List.of(debit(from, cents(amount)), credit(to, cents(amount))));
        operations.add(new RandomDocuments(random).operation(order(random)));
        yield new NewTransaction(transactionId(id), operations, Optional.empty());
      }
      default -> transfer(id, from, to, cents(amount));
    };
  }

  private static NewTransaction addition(Random random, String id) {
    long amount = random.nextBoolean() ? 15 : -15;
    return new NewTransaction(
        transactionId(id),
        List.of(new AddToField(order(random), "n", amount, 0, 100)),
        Optional.empty());
  }

  private static DocumentRef order(Random random) {
    return ORDERS.document(value("o" + random.nextInt(5)));
  }
}
