package android.os

import java.io.FileDescriptor

/**
 * In place of the framework's class, which needs native code: with it, the real CredentialManager runs on a JVM. The process is its own
 * system server, so calls are never marshaled.
 */
open class Binder : IBinder {
    private var owner: IInterface? = null
    private var descriptor: String? = null

    fun attachInterface(owner: IInterface?, descriptor: String?) {
        this.owner = owner
        this.descriptor = descriptor
    }

    override fun queryLocalInterface(descriptor: String): IInterface? = owner.takeIf { this.descriptor == descriptor }

    override fun getInterfaceDescriptor(): String? = descriptor

    override fun pingBinder(): Boolean = true

    override fun isBinderAlive(): Boolean = true

    override fun linkToDeath(recipient: IBinder.DeathRecipient, flags: Int) = Unit

    override fun unlinkToDeath(recipient: IBinder.DeathRecipient, flags: Int): Boolean = true

    override fun transact(code: Int, data: Parcel, reply: Parcel?, flags: Int): Boolean = onTransact(code, data, reply, flags)

    protected open fun onTransact(code: Int, data: Parcel, reply: Parcel?, flags: Int): Boolean = false

    override fun dump(fd: FileDescriptor, args: Array<String>?) = Unit

    override fun dumpAsync(fd: FileDescriptor, args: Array<String>?) = Unit

    override fun shellCommand(
        input: FileDescriptor?,
        output: FileDescriptor?,
        error: FileDescriptor?,
        args: Array<String>,
        callback: ShellCallback?,
        result: ResultReceiver,
    ) = Unit

    companion object {
        @JvmStatic
        fun clearCallingIdentity(): Long = 0

        @JvmStatic
        fun restoreCallingIdentity(token: Long) = Unit
    }
}
