package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.record.OperationDocuments.DocumentOperationDocuments;
import io.twophase.domain.AccountId;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HoldRefusal;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Reasons on the wire: {@code { kind, … }}. A refusal of an account or of a document has its
 * figures beside that, each component of it under the component's own name: {@code { kind, account,
 * … }}, {@code { kind, document, … }}. Amounts are minor units of one {@code currency}.
 */
public final class ReasonDocuments {

  /** The transaction of a hold, where the refusal's component has another name. */
  private static final String TRANSACTION = "transaction";

  private ReasonDocuments() {}

  /** A reason's document. */
  public static BsonDocument write(CancelReason reason) {
    Doc document = doc(Field.KIND, kind(reason));
    if (reason instanceof HoldRefusal refusal) {
      document.with(Field.ACCOUNT, refusal.account().value());
    }
    for (RecordComponent component : reason.getClass().getRecordComponents()) {
      try {
        append(document, name(component), component.getAccessor().invoke(reason));
      } catch (ReflectiveOperationException broken) {
        throw new IllegalStateException(component + " of " + reason, broken);
      }
    }
    return document;
  }

  /** The refusal of a period's document is kept as that of the document. */
  private static String kind(CancelReason reason) {
    return reason instanceof DocumentRefusal ? reason.getClass().getSimpleName() : reason.kind();
  }

  /** A record's own name of a component. */
  private static String name(RecordComponent component) {
    if (!component.getName().equals(TRANSACTION)) {
      return component.getName();
    }
    return HoldRefusal.class.isAssignableFrom(component.getDeclaringRecord())
        ? Field.HOLD_ID
        : Field.HOLDER;
  }

  private static void append(Doc document, String name, Object figure) {
    if (figure instanceof Money money) {
      document.with(name, money.minor());
      currency(document, name, money);
    } else if (figure instanceof AccountOperation held) {
      append(document, OperationDocuments.amountField(held.direction()), held.amount());
    } else if (!(figure instanceof AccountId)) {
      document.with(name, stored(figure));
    }
  }

  private static Object stored(Object figure) {
    if (figure instanceof Currency currency) {
      return currency.getCurrencyCode();
    } else if (figure instanceof DocumentRef ref) {
      return DocumentOperationDocuments.ref(ref);
    } else if (figure instanceof Epoch epoch) {
      return epoch.value();
    } else if (figure instanceof TransactionId id) {
      return id.value();
    }
    return figure instanceof Integer number ? number.longValue() : figure;
  }

  /** The currency of all amounts stands behind them. */
  private static void currency(BsonDocument document, String name, Money money) {
    BsonString currency = new BsonString(money.currency().getCurrencyCode());
    if (document.containsKey(Field.CURRENCY) && !document.remove(Field.CURRENCY).equals(currency)) {
      throw new IllegalStateException(name + " is " + money + ", of another currency");
    }
    document.append(Field.CURRENCY, currency);
  }

  /** The reason that a document is. */
  public static CancelReason read(Fields reason) {
    String kind = reason.text(Field.KIND);
    return switch (kind) {
      case CancelReason.Requested.KIND -> new CancelReason.Requested(reason.text(Field.TEXT));
      case CancelReason.Recovered.KIND -> new CancelReason.Recovered();
      case CancelReason.NeverBegun.KIND -> new CancelReason.NeverBegun();
      case CancelReason.Expired.KIND -> new CancelReason.Expired(reason.instant(Field.EXPIRES_AT));
      default ->
          reason.has(Field.DOCUMENT)
              ? read(DocumentRefusal.class, kind, reason)
              : read(HoldRefusal.class, kind, reason);
    };
  }

  private static <T> T read(Class<T> family, String kind, Fields reason) {
    List<Class<?>> kinds = List.of(family.getPermittedSubclasses());
    Class<?> type =
        kinds.stream()
            .filter(one -> one.getSimpleName().equals(kind))
            .findFirst()
            .orElseThrow(() -> reason.fault(Field.KIND, "is '" + kind + "', which is no reason"));
    RecordComponent[] components = type.getRecordComponents();
    try {
      return family.cast(
          type.getConstructor(
                  Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new))
              .newInstance(
                  Arrays.stream(components)
                      .map(one -> figure(one.getType(), name(one), reason))
                      .toArray()));
    } catch (InvocationTargetException refused) {
      if (refused.getCause() instanceof RuntimeException impossible) {
        throw impossible;
      }
      throw new IllegalStateException(type.getName(), refused);
    } catch (ReflectiveOperationException broken) {
      throw new IllegalStateException(type.getName(), broken);
    }
  }

  private static Object figure(Class<?> type, String name, Fields reason) {
    if (type == Money.class) {
      return new Money(reason.int64(name), reason.currency(Field.CURRENCY));
    } else if (type == AccountOperation.class) {
      AccountId account = reason.parsed(Field.ACCOUNT, AccountId::parse);
      return OperationDocuments.leg(reason, account, reason.currency(Field.CURRENCY));
    } else if (type == Currency.class) {
      return reason.currency(name);
    } else if (type == DocumentRef.class) {
      return ref(reason, name);
    } else if (type == Epoch.class) {
      return new Epoch(from(Epoch.FIRST.value(), Long.MAX_VALUE, name, reason));
    } else if (type == TransactionId.class) {
      return reason.parsed(name, TransactionId::parse);
    } else if (type == AccountId.class) {
      return reason.parsed(name, AccountId::parse);
    } else if (type == String.class) {
      return reason.text(name);
    } else if (type == int.class) {
      return (int) from(0, Integer.MAX_VALUE, name, reason);
    }
    return reason.int64(name);
  }

  private static long from(long least, long most, String name, Fields reason) {
    long number = reason.int64(name);
    if (number < least || number > most) {
      throw reason.fault(name, "is " + number + ", not from " + least + " to " + most);
    }
    return number;
  }

  private static DocumentRef ref(Fields reason, String name) {
    try {
      return DocumentOperationDocuments.ref(reason.document(name));
    } catch (IllegalArgumentException refused) {
      throw reason.fault(name, "cannot be: " + refused.getMessage());
    }
  }
}
