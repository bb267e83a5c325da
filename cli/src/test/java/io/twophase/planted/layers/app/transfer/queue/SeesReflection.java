package io.twophase.planted.layers.app.transfer.queue;

import java.lang.reflect.Method;

/** Reflection is reserved for another class of this layer. */
public interface SeesReflection {

  Method method();
}
